# Exportación de resultados e importación de números.

takeaway-menu = Exportar
takeaway-named = Exportar: { $what }
takeaway-numpy = Programa de Python (NumPy)
takeaway-torch = Programa de Python (PyTorch)
takeaway-values = Todas las matrices en .{ $ending }
takeaway-matrix = Guardar en .{ $ending }…
takeaway-no-header = Solo números, una línea por fila de la matriz, sin línea ni columna de nombres. Lo que se importa puede llevarlas.
takeaway-copy = Copiar como
takeaway-save = Guardar como
takeaway-copy-tabs = Copiar para una hoja de cálculo
takeaway-copy-csv = Copiar como CSV
takeaway-copy-list = Copiar como lista de Python
takeaway-copy-array = Copiar como array de NumPy
takeaway-copy-latex = Copiar como LaTeX (bmatrix)
takeaway-saved = Guardado en { $path }
takeaway-refused = No se ha guardado: { $why }
takeaway-copied = La matriz está en el portapapeles.
takeaway-no-run = Aún no hay números: el cálculo no ha terminado.

report-head = cabeza
report-step = del paso
report-left-out = El cálculo tiene muchísimos pasos: de cada pila se muestran el primer bloque y el último, y de cada atención la primera cabeza.
report-measured = De { $least } a { $greatest }, media { $mean }, desviación típica { $deviation }
takeaway-report = Informe del cálculo (.{ $ending })

import-action = Importar números (.npy, .npz, .safetensors, CSV)…
import-title = Números de { $name }
import-count = { $all ->
    [one] { $count } de { $all } lugar recibe sus números de este archivo. En cada fila se puede elegir otra matriz.
   *[other] { $count } de { $all } lugares reciben sus números de este archivo. En cada fila se puede elegir otra matriz.
}
import-place = Lugar
import-address = Dirección
import-shape = Forma
import-from = Del archivo
import-nothing = se queda como está
import-misfit = { $name } es { $shape }
import-transposed = traspuesta
import-first = primer tercio
import-second = segundo tercio
import-last = último tercio
import-unused = Sin usar: { $count } ({ $names })
import-dimensions = { $count ->
    [one] { $count } dimensión, y una matriz tiene dos
   *[other] { $count } dimensiones, y una matriz tiene dos
}
import-no-place = { $shape }, y su nombre no señala ningún lugar libre
import-other-shape = { $shape }, y el lugar que señala su nombre tiene otra forma
import-apply = Importar
import-cancel = Cancelar
import-refused = No se ha importado nada: { $why }

drop-open = Suéltalo para abrir { $name }
drop-import = Suéltalo para importar números de { $name }
drop-unknown = Suéltalo para abrirlo o importarlo
