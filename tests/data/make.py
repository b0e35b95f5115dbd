"""Makes the files of matrices in this folder, for the tests of what NumPy and safetensors write.

    pip install numpy==2.4.6 safetensors==0.8.0 ml_dtypes==0.6.0
    python tests/data/make.py

Every number type gets the same matrix, whose values all of them hold exactly as far as they can: integers lose what
stands after the point, and bool keeps only whether a value is zero.
"""

from pathlib import Path

import ml_dtypes==0.6.0
import numpy as np
from safetensors.numpy import save_file

HERE = Path(__file__).parent
MATRIX = np.array([[1.5, -2.0, 0.25], [0.0, 96.0, -3.5]])
NUMBERS = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "?"]


def numpy_files():
    by_type = {np.dtype(t).name: MATRIX.astype(t) for t in NUMBERS}
    by_type["uint8"] = np.abs(MATRIX).astype("u1")
    np.savez(HERE / "types.npz", **by_type)
    np.savez_compressed(HERE / "compressed.npz", a=MATRIX, b=np.arange(400.0).reshape(20, 20))
    np.savez(
        HERE / "layouts.npz",
        fortran=np.asfortranarray(MATRIX),
        transposed=MATRIX.T,
        big_endian=MATRIX.astype(">f4"),
        scalar=np.float64(2.5),
        vector=np.array([1, 2, 3], dtype="i4"),
        empty=np.zeros((0, 3)),
        special=np.array([np.nan, np.inf, -np.inf, -0.0, 5e-324]),
    )
    np.savez(
        HERE / "refused.npz",
        cube=np.zeros((2, 3, 4)),
        complex=MATRIX.astype("c16"),
        text=np.array(["a", "b"]),
        record=np.zeros(2, dtype=[("x", "f4"), ("y", "i2")]),
        large=np.array([[1, 2**53 + 1]]),
        fine=MATRIX,
    )
    np.save(HERE / "single.npy", np.asfortranarray(MATRIX.astype("f2")))


def safetensors_file():
    tensors = {
        "f64": MATRIX,
        "f32": MATRIX.astype("f4"),
        "f16": MATRIX.astype("f2"),
        "bf16": MATRIX.astype(ml_dtypes.bfloat16),
        "i64": MATRIX.astype("i8"),
        "i32": MATRIX.astype("i4"),
        "bool": MATRIX.astype("?"),
        "f8": MATRIX.astype(ml_dtypes.float8_e4m3fn),
        "scalar": np.array(2.5, dtype="f4"),
        "vector": np.array([1, 2, 3]),
        "cube": np.zeros((2, 1, 2), dtype="f4"),
    }
    save_file(tensors, HERE / "types.safetensors", metadata={"made_by": "make.py"})


numpy_files()
safetensors_file()
