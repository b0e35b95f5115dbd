"""Makes the files of matrices in this folder, for the tests of what NumPy and safetensors write.

    pip install numpy==2.4.6 safetensors==0.8.0 ml_dtypes==0.6.0
    python tests/data/make.py

Where PyTorch is there too (2.15), it also makes the state of an encoder, with what the encoder makes of an input.

Every number type gets the same matrix, whose values all of them hold exactly as far as they can: integers lose what
stands after the point, and bool keeps only whether a value is zero.
"""

from pathlib import Path

import ml_dtypes
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


def attention_file():
    """Weights of an attention under the names of a notebook: f16 in column-major order, f32 and f64 transposed."""
    rng = np.random.default_rng(5)
    w_q, w_k, w_v = (np.round(rng.normal(size=(4, 6)), 2) for _ in range(3))
    np.savez(
        HERE / "attention.npz",
        W_Q=np.asfortranarray(w_q.astype("f2")),
        W_K=w_k.T.astype("f4"),
        W_V=w_v.T,
        W_O=np.round(rng.normal(size=(5, 4)), 2),
        epoch=np.array(3),
        history=np.zeros((2, 2, 2)),
    )


def spreadsheet_files():
    """As a Spanish Excel saves: semicolons, decimal commas, a byte-order mark, both line-end signs; and as "Unicode text"."""
    rows = ["token;d0;d1;d2;d3", "hola;1;0,5;-0,25;1E-3", "mundo;0;-2;3,75;-4"]
    text = "\r\n".join(rows) + "\r\n"
    (HERE / "spreadsheet.csv").write_bytes(text.encode("utf-8-sig"))
    (HERE / "spreadsheet.txt").write_bytes(text.replace(";", "\t").encode("utf-16"))


def torch_file():
    import torch
    from safetensors.torch import save_file as save_torch

    torch.manual_seed(7)
    layer = torch.nn.TransformerEncoderLayer(d_model=4, nhead=2, dim_feedforward=8, dropout=0.0, batch_first=True)
    encoder = torch.nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False).eval()
    with torch.no_grad():
        for parameter in encoder.parameters():
            parameter.normal_(0, 0.5)
        x = torch.randn(3, 4)
        y = encoder(x[None])[0]
    state = {name: value.contiguous() for name, value in encoder.state_dict().items()}
    save_torch({**state, "x": x, "y": y}, HERE / "torch_encoder.safetensors")
    save_torch({name: value.to(torch.bfloat16) for name, value in state.items()}, HERE / "torch_encoder_bf16.safetensors")


numpy_files()
safetensors_file()
attention_file()
spreadsheet_files()
try:
    torch_file()
except ModuleNotFoundError as missing:
    print(f"left out: {missing}")
