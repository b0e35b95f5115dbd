"""The large model of forward.rs in PyTorch: prints the seconds of each run.

    python benches/pytorch.py [RUNS]

12 encoder blocks, d_model 512, 8 heads, d_ff 2048, n = 1000, f32, ReLU, post-norm, biases; two threads; the attention weights of all
heads are kept. As in forward.rs, the result of a run is released outside the time measured.
"""

import sys
import time

import torch
from torch import nn

POSITIONS, WIDTH, HEADS, HIDDEN, BLOCKS = 1000, 512, 8, 2048, 12


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
        self.attention_norm = nn.LayerNorm(WIDTH)
        self.first = nn.Linear(WIDTH, HIDDEN)
        self.second = nn.Linear(HIDDEN, WIDTH)
        self.feed_forward_norm = nn.LayerNorm(WIDTH)

    def forward(self, x):
        attended, weights = self.attention(x, x, x, need_weights=True, average_attn_weights=False)
        x = self.attention_norm(x + attended)
        return self.feed_forward_norm(x + self.second(torch.relu(self.first(x)))), weights


def run(blocks, x):
    kept = []
    for block in blocks:
        x, weights = block(x)
        kept.append(weights)
    return x, kept


def main():
    torch.set_num_threads(2)
    torch.manual_seed(0)
    blocks = nn.ModuleList(Block() for _ in range(BLOCKS)).eval()
    x = torch.randn(1, POSITIONS, WIDTH)
    with torch.no_grad():
        run(blocks, x)
        for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 7):
            start = time.perf_counter()
            result = run(blocks, x)
            print(f"{time.perf_counter() - start:.4f}", flush=True)
            del result


if __name__ == "__main__":
    main()
