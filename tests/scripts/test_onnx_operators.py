#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs small ONNX models, operator by operator and opset by opset, and compares them with PyTorch.

Each model takes images, applies the nodes under test and ends in a Flatten. It is made for one image and run on
three. Needs onnx_run beside mutascope-cli. Usage: test_onnx_operators.py MUTASCOPE-CLI SOURCE-DIR
"""
import io
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import onnx
from onnx import TensorProto, helper, numpy_helper

warnings.simplefilter("ignore")
TOLERANCE = 1e-5  # of the larger of 1 and the value
RUN = Path(sys.argv[1]).resolve().parent / "onnx_run"
torch.manual_seed(5)


def run_all(jobs):
    """jobs: (what, model, images, wanted). Returns what is wrong with each that is not as wanted."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        lines = []
        for number, (what, model, x, wanted) in enumerate(jobs):
            (folder / f"{number}.onnx").write_bytes(model)
            x.numpy().astype(np.float32).tofile(folder / f"{number}.input")
            shape = " ".join(str(size) for size in x.shape)
            lines.append(f"{folder}/{number}.onnx {folder}/{number}.input {shape} {folder}/{number}.output\n")
        (folder / "list").write_text("".join(lines))
        subprocess.run([RUN, "--list", folder / "list"], check=True)
        for number, (what, model, x, wanted) in enumerate(jobs):
            problem = difference(folder / f"{number}.output", wanted)
            if problem:
                wrong.append(f"{what}: {problem}".replace(f" {folder}/{number}.onnx", ""))
    return wrong


def difference(output, wanted):
    """None where the outputs are equal, else what is wrong."""
    error = Path(f"{output}.error")
    if error.exists():
        return error.read_text()
    got = torch.from_numpy(np.fromfile(output, np.float32))
    wanted = wanted.detach().float().flatten()
    if got.shape != wanted.shape:
        return f"{got.numel()} outputs, expected {wanted.numel()}"
    distance = ((got - wanted).abs() / wanted.abs().clamp(min=1)).max().item()
    return None if distance <= TOLERANCE else f"differs by {distance:.2g}"


def exported(module, x, opset):
    buffer = io.BytesIO()
    torch.onnx.export(module.eval(), x[:1], buffer, opset_version=opset)
    return buffer.getvalue()


def made(nodes, shape, opset, constants):
    """nodes: (op, inputs, outputs, attributes); they take 'x' and give 'out'."""
    graph = helper.make_graph(
        [helper.make_node(op, inputs, outputs, name=f"{op}_{i}", **attributes)
         for i, (op, inputs, outputs, attributes) in enumerate(nodes)]
        + [helper.make_node("Flatten", ["out"], ["y"])],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, *shape[1:]])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)]).SerializeToString()


def one(op, opset, inputs=("x",), **attributes):
    return [(op, list(inputs), ["out"], attributes)], opset


IMAGES = torch.randn(3, 4, 6, 6)
POSITIVE = IMAGES.abs() + 0.1
f32 = np.float32
i64 = np.int64


def i(*values):
    return np.array(values, i64)


# name, (nodes, opset), reference, constants, input
NODES = []


def case(nodes, reference, constants=None, x=IMAGES):
    NODES.append((nodes, reference, constants or {}, x))


def elementwise():
    for op, reference in [
            ("Abs", torch.abs), ("Ceil", torch.ceil), ("Cos", torch.cos), ("Erf", torch.erf), ("Exp", torch.exp),
            ("Floor", torch.floor), ("Neg", torch.neg), ("Reciprocal", torch.reciprocal), ("Sign", torch.sign),
            ("Sin", torch.sin), ("Tanh", torch.tanh), ("Sigmoid", torch.sigmoid), ("Relu", torch.relu),
            ("Softplus", F.softplus), ("Softsign", F.softsign), ("Identity", lambda x: x)]:
        case(one(op, 13), reference)
    for op, reference in [("Sqrt", torch.sqrt), ("Log", torch.log)]:
        case(one(op, 7), reference, x=POSITIVE)
    case(one("Round", 13), torch.round)
    c = np.random.default_rng(1).normal(size=(4, 1, 1)).astype(f32)
    t = torch.from_numpy(c)
    for op, reference in [("Add", torch.add), ("Sub", torch.sub), ("Mul", torch.mul), ("Div", torch.div),
                          ("Max", torch.maximum), ("Min", torch.minimum)]:
        case(one(op, 8, ["x", "c"]), lambda x, f=reference: f(x, t), {"c": c})
        case(one(op, 13, ["c", "x"]), lambda x, f=reference: f(t, x), {"c": c})
    for op, reference in [("Add", lambda x: x + 2.5), ("Sub", lambda x: x - 2.5), ("Mul", lambda x: x * 2.5),
                          ("Div", lambda x: x / 2.5)]:
        case(one(op, 13, ["x", "c"]), reference, {"c": f32(2.5)})
    for op, reference in [("Sub", lambda x: 2.5 - x), ("Div", lambda x: 2.5 / x)]:
        case(one(op, 13, ["c", "x"]), reference, {"c": f32(2.5)})
    case(one("Pow", 7, ["x", "c"]), lambda x: x ** 3, {"c": f32(3)})
    case(one("Pow", 13, ["x", "c"]), lambda x: x ** 2, {"c": i64(2)})
    case(one("Pow", 13, ["x", "c"]), lambda x: x ** 0.7, {"c": f32(0.7)}, POSITIVE)
    case(one("Sum", 8, ["x", "x", "c"]), lambda x: 2 * x + t, {"c": c})
    case(one("Mean", 8, ["x", "x", "c"]), lambda x: (2 * x + t) / 3, {"c": c})
    case(one("Mod", 13, ["x", "c"], fmod=1), lambda x: torch.fmod(x, 0.7), {"c": f32(0.7)})
    for op, reference in [("Greater", torch.gt), ("Less", torch.lt), ("GreaterOrEqual", torch.ge),
                          ("LessOrEqual", torch.le), ("Equal", torch.eq)]:
        case(([(op, ["x", "c"], ["b"], {}), ("Not", ["b"], ["n"], {}), ("Where", ["n", "x", "c"], ["out"], {})], 13),
             lambda x, f=reference: torch.where(f(x, t), t, x), {"c": c})
    case(([("Greater", ["x", "c"], ["b"], {}), ("Less", ["x", "d"], ["e"], {}), ("And", ["b", "e"], ["a"], {}),
           ("Or", ["a", "b"], ["o"], {}), ("Xor", ["o", "e"], ["u"], {}), ("Cast", ["u"], ["out"], {"to": 1})], 13),
         lambda x: ((x > 0) ^ (x < 0.5)).float(), {"c": f32(0), "d": f32(0.5)})
    case(([("Cast", ["x"], ["k"], {"to": 7}), ("Div", ["k", "c"], ["d"], {}), ("Cast", ["d"], ["out"], {"to": 1})], 13),
         lambda x: torch.div((x * 1).long(), 2, rounding_mode="trunc").float(), {"c": i64(2)}, IMAGES * 10)
    case(([("Cast", ["x"], ["d"], {"to": 11}), ("Cast", ["d"], ["out"], {"to": 1})], 9), lambda x: x)


def activations():
    case(one("LeakyRelu", 7, alpha=0.2), lambda x: F.leaky_relu(x, 0.2))
    case(one("Elu", 7, alpha=0.5), lambda x: F.elu(x, 0.5))
    case(one("Selu", 7), F.selu)
    case(one("Celu", 12, alpha=0.5), lambda x: F.celu(x, 0.5))
    case(one("ThresholdedRelu", 10, alpha=0.3), lambda x: torch.where(x > 0.3, x, torch.zeros(())))
    case(one("HardSigmoid", 7), lambda x: (0.2 * x + 0.5).clamp(0, 1), x=3 * IMAGES)
    case(one("HardSigmoid", 14, alpha=1 / 6), F.hardsigmoid, x=3 * IMAGES)
    case(one("HardSwish", 14), F.hardswish, x=3 * IMAGES)
    case(one("Clip", 7, min=-0.3, max=0.4), lambda x: x.clamp(-0.3, 0.4))
    case(one("Clip", 7, max=0.4), lambda x: x.clamp(max=0.4))
    case(one("Clip", 13, ["x", "a", "b"]), lambda x: x.clamp(-0.3, 0.4), {"a": f32(-0.3), "b": f32(0.4)})
    case(one("Clip", 13, ["x", "", "b"]), lambda x: x.clamp(max=0.4), {"b": f32(0.4)})
    case(one("Clip", 13, ["x", "a"]), lambda x: x.clamp(min=0.1), {"a": f32(0.1)})
    slope = np.array([0.1, 0.2, 0.3, 0.4], f32)
    case(one("PRelu", 7, ["x", "s"]), lambda x: F.prelu(x, torch.tensor(slope)), {"s": slope.reshape(4, 1, 1)})
    case(one("PRelu", 9, ["x", "s"]), lambda x: F.prelu(x, torch.tensor([0.1])), {"s": slope[:1]})
    wide = np.linspace(0, 1, 6).astype(f32)
    case(one("PRelu", 9, ["x", "s"]), lambda x: torch.where(x < 0, x * torch.tensor(wide), x), {"s": wide})
    for opset, axis in [(7, 1), (11, 2), (11, 3), (13, 1), (13, -1)]:
        for op, f in [("Softmax", F.softmax), ("LogSoftmax", F.log_softmax)]:
            if opset < 13:
                case(one(op, opset, axis=axis), lambda x, f=f, a=axis: f(x.flatten(a), a).view_as(x))
            else:
                case(one(op, opset, axis=axis), lambda x, f=f, a=axis: f(x, a))
    case(one("Softmax", 9), lambda x: F.softmax(x.flatten(1), 1))
    case(one("Softmax", 13), lambda x: F.softmax(x, -1))
    for opset, extra in [(7, {"ratio": 0.3}), (12, {})]:
        case(one("Dropout", opset, **extra), lambda x: x)
    case(one("Dropout", 13, ["x", "r"]), lambda x: x, {"r": f32(0.3)})


def layers():
    g = torch.Generator().manual_seed(3)
    w = torch.randn(6, 2, 3, 2, generator=g)
    b = torch.randn(6, generator=g)
    named = {"w": w.numpy(), "b": b.numpy()}
    case(one("Conv", 7, ["x", "w", "b"], group=2, strides=[2, 1], pads=[1, 1, 1, 1], dilations=[1, 2]),
         lambda x: F.conv2d(x, w, b, (2, 1), 1, (1, 2), 2), named)
    case(one("Conv", 11, ["x", "w"], group=2, pads=[0, 1, 2, 0], kernel_shape=[3, 2]),
         lambda x: F.conv2d(F.pad(x, (1, 0, 0, 2)), w, None, 1, 0, 1, 2), {"w": w.numpy()})
    case(one("Conv", 11, ["x", "w"], group=2, auto_pad="SAME_UPPER", strides=[2, 2]),
         lambda x: F.conv2d(F.pad(x, (0, 0, 0, 1)), w, None, 2, 0, 1, 2), {"w": w.numpy()})
    case(one("Conv", 11, ["x", "w"], group=2, auto_pad="SAME_LOWER"),
         lambda x: F.conv2d(F.pad(x, (1, 0, 1, 1)), w, None, 1, 0, 1, 2), {"w": w.numpy()})
    case(one("Conv", 11, ["x", "w"], group=2, auto_pad="VALID"),
         lambda x: F.conv2d(x, w, None, 1, 0, 1, 2), {"w": w.numpy()})
    t = torch.randn(4, 3, 3, 3, generator=g)
    case(one("ConvTranspose", 11, ["x", "w"], strides=[2, 2], pads=[1, 1, 1, 1], output_padding=[1, 1]),
         lambda x: F.conv_transpose2d(x, t, None, 2, 1, 1), {"w": t.numpy()})
    case(one("ConvTranspose", 7, ["x", "w"], strides=[2, 2], pads=[0, 1, 2, 0]),
         lambda x: F.conv_transpose2d(x, t, None, 2)[:, :, :-2, 1:], {"w": t.numpy()})
    m = torch.randn(144, 5, generator=g)
    c = torch.randn(5, generator=g)
    flat = ("Flatten", ["x"], ["f"], {})
    case(([flat, ("Gemm", ["f", "m", "c"], ["out"], {"alpha": 0.5, "beta": 2.0})], 7),
         lambda x: 0.5 * x.flatten(1) @ m + 2 * c, {"m": m.numpy(), "c": c.numpy()})
    case(([flat, ("Gemm", ["f", "m"], ["out"], {"transB": 1})], 11),
         lambda x: x.flatten(1) @ m, {"m": m.t().contiguous().numpy()})
    case(([flat, ("Gemm", ["f", "m", "c"], ["out"], {})], 9),
         lambda x: x.flatten(1) @ m + 3, {"m": m.numpy(), "c": f32(3)})
    case(([flat, ("MatMul", ["f", "m"], ["p"], {}), ("Add", ["c", "p"], ["out"], {})], 9),
         lambda x: x.flatten(1) @ m + c, {"m": m.numpy(), "c": c.numpy()})
    n = torch.randn(6, 6, generator=g)
    case(one("MatMul", 13, ["x", "n"]), lambda x: x @ n, {"n": n.numpy()})
    case(one("MatMul", 13, ["n", "x"]), lambda x: n @ x, {"n": n.numpy()})
    case(one("MatMul", 13, ["x", "x"]), lambda x: x @ x)
    case(one("Einsum", 12, ["x", "x"], equation="nchw,nkhw->nck"), lambda x: torch.einsum("nchw,nkhw->nck", x, x))
    s, o, mean, var = (torch.rand(4, generator=g) + 0.5 for _ in range(4))
    norm = {"s": s.numpy(), "o": o.numpy(), "m": mean.numpy(), "v": var.numpy()}
    for opset in (7, 9, 14, 15):
        case(one("BatchNormalization", opset, ["x", "s", "o", "m", "v"], epsilon=1e-3),
             lambda x: F.batch_norm(x, mean, var, s, o, False, 0.1, 1e-3), norm)
    case(one("InstanceNormalization", 7, ["x", "s", "o"]), lambda x: F.instance_norm(x, None, None, s, o),
         {"s": s.numpy(), "o": o.numpy()})
    ln, lb = torch.rand(6, 6, generator=g), torch.rand(6, 6, generator=g)
    case(one("LayerNormalization", 17, ["x", "s", "o"], axis=-2), lambda x: F.layer_norm(x, (6, 6), ln, lb),
         {"s": ln.numpy(), "o": lb.numpy()})
    case(one("LayerNormalization", 17, ["x", "s"], axis=2, epsilon=0.1),
         lambda x: F.layer_norm(x, (6, 6), ln, None, 0.1), {"s": ln.numpy()})
    case(one("LRN", 7, size=3, alpha=0.1, beta=0.6, bias=1.5), lambda x: F.local_response_norm(x, 3, 0.1, 0.6, 1.5))
    case(one("LpNormalization", 7, axis=1, p=2), lambda x: F.normalize(x, dim=1))


def pools():
    for opset in (7, 8, 10, 12):
        case(one("MaxPool", opset, kernel_shape=[3, 2], strides=[2, 1], pads=[1, 1, 1, 1]),
             lambda x: F.max_pool2d(x, (3, 2), (2, 1), 1))
        case(one("AveragePool", opset, kernel_shape=[3, 2], strides=[2, 1], pads=[1, 1, 1, 1]),
             lambda x: F.avg_pool2d(x, (3, 2), (2, 1), 1, count_include_pad=False))
    case(one("MaxPool", 12, kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1),
         lambda x: F.max_pool2d(x, 3, 2, ceil_mode=True))
    case(one("MaxPool", 12, kernel_shape=[2, 2], dilations=[2, 2]), lambda x: F.max_pool2d(x, 2, 1, dilation=2))
    case(one("MaxPool", 12, kernel_shape=[2, 2], pads=[0, 1, 1, 0]),
         lambda x: F.max_pool2d(F.pad(x, (1, 0, 0, 1), value=-np.inf), 2, 1))
    case(one("AveragePool", 11, kernel_shape=[2, 2], pads=[0, 0, 1, 1], count_include_pad=1),
         lambda x: F.avg_pool2d(F.pad(x, (0, 1, 0, 1)), 2, 1))
    case(one("AveragePool", 11, kernel_shape=[2, 2], pads=[0, 0, 1, 1]),
         lambda x: F.avg_pool2d(F.pad(x, (0, 1, 0, 1)), 2, 1)
         / F.avg_pool2d(F.pad(torch.ones_like(x), (0, 1, 0, 1)), 2, 1))
    case(one("AveragePool", 11, kernel_shape=[4, 4], strides=[2, 2], ceil_mode=1),
         lambda x: F.avg_pool2d(x, 4, 2, ceil_mode=True))
    case(one("GlobalAveragePool", 7), lambda x: x.mean((2, 3)))
    case(one("GlobalMaxPool", 7), lambda x: x.amax((2, 3)))


def reductions():
    for op, f in [("ReduceMean", torch.mean), ("ReduceSum", torch.sum), ("ReduceMax", torch.amax),
                  ("ReduceMin", torch.amin), ("ReduceL1", lambda x, d, keepdim=False: x.abs().sum(d, keepdim)),
                  ("ReduceL2", lambda x, d, keepdim=False: x.norm(2, d, keepdim)),
                  ("ReduceLogSumExp", torch.logsumexp),
                  ("ReduceSumSquare", lambda x, d, keepdim=False: (x * x).sum(d, keepdim))]:
        case(one(op, 11, axes=[2, 3]), lambda x, f=f: f(x, (2, 3), keepdim=True))
        case(one(op, 11, axes=[-1], keepdims=0), lambda x, f=f: f(x, (3,)))
    case(one("ReduceLogSum", 11, axes=[1]), lambda x: x.sum(1).log(), x=POSITIVE)
    case(one("ReduceProd", 11, axes=[2, 3]), lambda x: x.flatten(2).prod(2))
    case(one("ReduceSum", 13, ["x", "a"], keepdims=0), lambda x: x.sum((1, 2)), {"a": i(1, -2)})
    case(one("ReduceSum", 13, ["x"], noop_with_empty_axes=1), lambda x: x)
    case(([("ArgMax", ["x"], ["k"], {"axis": 1, "keepdims": 0}), ("Cast", ["k"], ["out"], {"to": 1})], 11),
         lambda x: x.argmax(1).float())
    case(([("ArgMin", ["x"], ["k"], {"axis": -1}), ("Cast", ["k"], ["out"], {"to": 1})], 13),
         lambda x: x.argmin(3).float())
    case(one("CumSum", 11, ["x", "a"]), lambda x: x.cumsum(2), {"a": i64(2)})
    case(([("TopK", ["x", "k"], ["out", "where"], {"axis": 1})], 11), lambda x: x.topk(2, 1)[0], {"k": i(2)})


def shapes():
    for opset in (7, 13):
        for wanted in [(1, -1), (-1, 144), (0, 2, 2, -1), (1, 4, 36), (0, 0, -1)]:
            case(one("Reshape", opset, ["x", "s"]), lambda x: x, {"s": i(*wanted)})
    # For one image: [1, 4, 6, 6] -> [4, 36], the images and the channels in one dimension.
    case(([("Reshape", ["x", "s"], ["r"], {}), ("Reshape", ["r", "t"], ["out"], {})], 9), lambda x: x,
         {"s": i(4, 36), "t": i(1, 144)})
    # Attention as exported for one image: tokens first, heads merged with the images.
    case(([("Reshape", ["x", "s"], ["r"], {}), ("Transpose", ["r"], ["t"], {"perm": [2, 0, 1]}),
           ("Reshape", ["t", "u"], ["v"], {}), ("Transpose", ["v"], ["w"], {"perm": [1, 0, 2]}),
           ("MatMul", ["w", "k"], ["m"], {}), ("Transpose", ["m"], ["n"], {"perm": [1, 0, 2]}),
           ("Reshape", ["n", "o"], ["p"], {}), ("Transpose", ["p"], ["out"], {"perm": [1, 0, 2]})], 13),
         lambda x: (x.view(3, 4, 36).permute(2, 0, 1).reshape(36, 6, 2).transpose(0, 1) @ torch.ones(2, 2)
                    ).transpose(0, 1).reshape(36, 3, 4).transpose(0, 1),
         {"s": i(1, 4, 36), "u": i(36, 2, 2), "k": np.ones((2, 2), f32), "o": i(36, 1, 4)})
    for axis, opset in [(1, 7), (2, 9), (-1, 11), (0, 13)]:
        case(([("Flatten", ["x"], ["f"], {"axis": axis}), ("Reshape", ["f", "s"], ["out"], {})], opset),
             lambda x: x, {"s": i(1, 144)})
    case(one("Transpose", 7, perm=[0, 2, 3, 1]), lambda x: x.permute(0, 2, 3, 1))
    case(([("Transpose", ["x"], ["t"], {}), ("Transpose", ["t"], ["out"], {"perm": [3, 0, 1, 2]})], 13),
         lambda x: x.permute(3, 2, 1, 0).permute(3, 0, 1, 2))
    case(([("Unsqueeze", ["x"], ["u"], {"axes": [1, 4]}), ("Squeeze", ["u"], ["out"], {"axes": [4]})], 11), lambda x: x)
    case(([("Unsqueeze", ["x", "a"], ["u"], {}), ("Squeeze", ["u", "b"], ["out"], {})], 13), lambda x: x,
         {"a": i(-1, 1), "b": i(5)})
    case(([("Unsqueeze", ["x"], ["u"], {"axes": [2]}), ("Squeeze", ["u"], ["out"], {})], 9), lambda x: x)
    c = np.arange(8, dtype=f32).reshape(1, 2, 2, 2)
    case(([("Slice", ["x"], ["s"], {"axes": [2, 3], "starts": [0, 0], "ends": [2, 2]}),
           ("Concat", ["c", "s"], ["out"], {"axis": 1})], 9),
         lambda x: torch.cat([torch.from_numpy(c).expand(len(x), 2, 2, 2), x[:, :, :2, :2]], 1), {"c": c})
    case(one("Concat", 11, ["x", "x"], axis=-1), lambda x: torch.cat([x, x], 3))
    case(([("Split", ["x"], ["a", "b"], {"axis": 1, "split": [1, 3]}), ("Concat", ["b", "a"], ["out"], {"axis": 1})], 7),
         lambda x: torch.cat([x[:, 1:], x[:, :1]], 1))
    case(([("Split", ["x", "s"], ["a", "b"], {"axis": 2}), ("Concat", ["b", "a"], ["out"], {"axis": 2})], 13),
         lambda x: torch.cat([x[:, :, 2:], x[:, :, :2]], 2), {"s": i(2, 4)})
    case(([("Split", ["x"], ["a", "b"], {"axis": 3}), ("Sub", ["a", "b"], ["out"], {})], 11),
         lambda x: x[..., :3] - x[..., 3:])
    case(one("Slice", 7, starts=[1, -3], ends=[3, 2147483647], axes=[1, 2]), lambda x: x[:, 1:3, -3:])
    case(one("Slice", 10, ["x", "s", "e", "a", "t"]), lambda x: x[:, :, 1:5:2], {
        "s": i(1), "e": i(5), "a": i(2), "t": i(2)})
    case(one("Slice", 13, ["x", "s", "e", "a", "t"]), lambda x: x.flip(3)[..., 1:], {
        "s": i(-2), "e": i(-2**63 + 1), "a": i(-1), "t": i(-1)})
    for opset in (7, 13):
        case(one("Gather", opset, ["x", "k"], axis=1), lambda x: x[:, [2, 0]], {"k": i(2, 0)})
    case(one("Gather", 11, ["x", "k"], axis=-1), lambda x: x[..., -1], {"k": i64(-1)})
    case(one("Gather", 11, ["x", "k"], axis=2), lambda x: x[:, :, [[1, -2], [3, 0]]], {"k": np.array([[1, -2], [3, 0]])})
    case(one("Tile", 7, ["x", "r"]), lambda x: x.repeat(1, 2, 1, 3), {"r": i(1, 2, 1, 3)})
    case(([("ReduceMean", ["x"], ["m"], {"axes": [2, 3]}), ("Expand", ["m", "s"], ["out"], {})], 9),
         lambda x: x.mean((2, 3), True).expand(-1, -1, 2, 3), {"s": i(1, 4, 2, 3)})
    case(one("Pad", 7, pads=[0, 1, 2, 0, 0, 0, 1, 1], value=0.5),
         lambda x: F.pad(x, (0, 1, 2, 1, 1, 0), value=0.5))
    case(one("Pad", 11, ["x", "p", "v"]), lambda x: F.pad(x, (1, 2, 0, 3), value=-1.5), {
        "p": i(0, 0, 0, 1, 0, 0, 3, 2), "v": f32(-1.5)})
    case(one("Pad", 11, ["x", "p"], mode="reflect"), lambda x: F.pad(x, (1, 2, 0, 3), mode="reflect"), {
        "p": i(0, 0, 0, 1, 0, 0, 3, 2)})
    case(one("Pad", 13, ["x", "p"], mode="edge"), lambda x: F.pad(x, (0, 2, 0, 0), mode="replicate"), {
        "p": i(0, 0, 0, 0, 0, 0, 0, 2)})
    case(one("DepthToSpace", 11, blocksize=2, mode="CRD"), lambda x: F.pixel_shuffle(x, 2))
    case(one("DepthToSpace", 7, blocksize=2),
         lambda x: x.view(3, 2, 2, 1, 6, 6).permute(0, 3, 4, 1, 5, 2).reshape(3, 1, 12, 12))
    case(one("SpaceToDepth", 7, blocksize=2),
         lambda x: x.view(3, 4, 3, 2, 3, 2).permute(0, 3, 5, 1, 2, 4).reshape(3, 16, 3, 3))
    # x + arange, a scatter into a constant, shapes as numbers
    case(([("Range", ["a", "b", "c"], ["r"], {}), ("Cast", ["r"], ["q"], {"to": 1}), ("Add", ["x", "q"], ["out"], {})], 11),
         lambda x: x + torch.arange(0, 6), {"a": i64(0), "b": i64(6), "c": i64(1)})
    case(([("ScatterND", ["z", "k", "u"], ["s"], {}), ("Mul", ["x", "s"], ["out"], {})], 11),
         lambda x: x * torch.tensor([0, 5., 0, 0, 7, 0]), {"z": np.zeros(6, f32), "k": np.array([[1], [4]]),
                                                           "u": np.array([5, 7], f32)})
    case(([("Shape", ["x"], ["s"], {}), ("ConstantOfShape", ["s"], ["o"], {"value": helper.make_tensor("v", 1, [1], [2.])}),
           ("Add", ["x", "o"], ["out"], {})], 9), lambda x: x + 2)
    case(([("Shape", ["x"], ["s"], {"start": 2}), ("Cast", ["s"], ["f"], {"to": 1}), ("ReduceProd", ["f"], ["p"], {}),
           ("Div", ["x", "p"], ["out"], {})], 15), lambda x: x / 36)


def resizes():
    for mode, coordinates, kw in [("linear", "half_pixel", {}), ("linear", "align_corners", {"align_corners": True}),
                                  ("cubic", "half_pixel", {})]:
        torch_mode = {"linear": "bilinear", "cubic": "bicubic"}[mode]
        for opset, none in [(11, "n"), (13, "")]:
            case(one("Resize", opset, ["x", none, none, "s"], mode=mode, coordinate_transformation_mode=coordinates),
                 lambda x, m=torch_mode, k=kw: F.interpolate(x, (9, 4), mode=m, **k),
                 {"s": i(1, 4, 9, 4), **({"n": np.zeros(0, f32)} if none else {})})
        if not kw:
            case(one("Resize", 13, ["x", "", "f"], mode=mode, coordinate_transformation_mode="pytorch_half_pixel"),
                 lambda x, m=torch_mode: F.interpolate(x, scale_factor=1.7, mode=m), {"f": np.array([1, 1, 1.7, 1.7], f32)})
    for opset, op in [(7, None), (9, "Upsample"), (10, "Resize")]:
        if op:
            case(one(op, opset, ["x", "f"], mode="nearest"), lambda x: F.interpolate(x, scale_factor=2),
                 {"f": np.array([1, 1, 2, 2], f32)})
    case(one("Upsample", 7, mode="nearest", scales=[1., 1., 2., 3.]), lambda x: F.interpolate(x, scale_factor=(2, 3)))
    case(one("Resize", 13, ["x", "", "f"], mode="nearest", coordinate_transformation_mode="asymmetric",
             nearest_mode="floor"), lambda x: F.interpolate(x, scale_factor=1.5), {"f": np.array([1, 1, 1.5, 1.5], f32)})


class Lambda(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x).flatten(1)


def modules():
    """Whole layers as PyTorch exports them, in each opset."""
    for module in [nn.SiLU(), nn.GELU(), nn.Hardswish(), nn.Hardsigmoid(), nn.ReLU6(), nn.Mish(), nn.ELU(), nn.Softplus(),
                   nn.LayerNorm([6]), nn.LayerNorm([4, 6, 6]), nn.GroupNorm(2, 4), nn.InstanceNorm2d(4, affine=True),
                   nn.AdaptiveAvgPool2d(1), nn.AdaptiveAvgPool2d(3), nn.AdaptiveMaxPool2d(2), nn.PixelShuffle(2),
                   nn.Linear(6, 5), nn.ChannelShuffle(2), nn.Upsample(scale_factor=2),
                   nn.ZeroPad2d(1), nn.LPPool2d(2, 2), nn.Softmax2d()]:
        for opset in (9, 11, 13, 17):
            yield f"{module} opset {opset}", nn.Sequential(module, nn.Flatten()), opset
    for name, function in [
            ("roll", lambda x: torch.roll(x, (1, -2), (2, 3))), ("chunk", lambda x: torch.cat(x.chunk(2, 1)[::-1], 1)),
            ("view", lambda x: x.view(x.size(0), 2, -1)), ("std", lambda x: x / x.std((2, 3), keepdim=True)),
            ("norm", lambda x: F.normalize(x, dim=1)), ("stack", lambda x: torch.stack([x, -x], 1)),
            ("baddbmm", lambda x: torch.bmm(x.flatten(2), x.flatten(2).transpose(1, 2))),
            ("where", lambda x: torch.where(x > 0, x, 0.1 * x)), ("full", lambda x: x + torch.full_like(x, 2.)),
            ("token", lambda x: torch.cat([torch.ones(1, 1, 6, 6).expand(x.shape[0], -1, -1, -1), x], 1))]:
        for opset in (9, 11, 13, 17):
            yield f"{name} opset {opset}", Lambda(function), opset


def with_batch(model):
    """The same file with a free number of images."""
    proto = onnx.load_model_from_string(model)
    proto.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "n"
    return proto.SerializeToString()


def main():
    jobs, skipped = [], 0
    for add in (elementwise, activations, layers, pools, reductions, shapes, resizes):
        add()
    for (nodes, opset), reference, constants, x in NODES:
        what = f"{'+'.join(node[0] for node in nodes)} opset {opset} {[node[3] for node in nodes]}"
        model = made(nodes, x.shape, opset, constants)
        jobs.append((what, model, x, reference(x)))
        jobs.append((what + " free batch", with_batch(model), x, reference(x)))
    for what, module, opset in modules():
        try:
            jobs.append((what, exported(module, IMAGES, opset), IMAGES, module(IMAGES)))
        except Exception:  # PyTorch has no form of this layer in this opset
            skipped += 1
    failures = run_all(jobs)
    print("\n".join(failures))
    print(f"{len(jobs)} models, {len(failures)} wrong, {skipped} that PyTorch cannot export")
    return 1 if failures or len(jobs) < 300 else 0


if __name__ == "__main__":
    sys.exit(main())
