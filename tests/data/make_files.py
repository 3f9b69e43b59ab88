#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of this folder: broken/ (each must be refused, see broken.tsv) and good/ (read by the tests).

Usage: make_files.py FOLDER   (needs numpy and PIL; the results are kept in the repository)
"""
import io
import os
import struct
import sys
import zipfile
import zlib

import numpy as np
from PIL import Image

ROOT = sys.argv[1]
ROWS = []


def write(name, data):
    path = os.path.join(ROOT, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def broken(case, message, files, format="", path="", split="test"):
    """files: name -> bytes, in the folder broken/CASE; path: what is opened, from that folder."""
    for name, data in files.items():
        write(f"broken/{case}/{name}", data)
    ROWS.append("\t".join([case, format, path, split, message]))


# ---- IDX -----------------------------------------------------------------------------------------------
def idx(sizes, values, kind=8):
    return bytes([0, 0, kind, len(sizes)]) + struct.pack(f">{len(sizes)}I", *sizes) + bytes(values)


IMAGES, LABELS = "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"
GOOD_IMAGES, GOOD_LABELS = idx([2, 2, 3], range(12)), idx([2], [0, 1])


def broken_idx(case, message, images=GOOD_IMAGES, labels=GOOD_LABELS, **names):
    broken("idx-" + case, message, {names.get("images_name", IMAGES): images, LABELS: labels})


broken_idx("cut", "cut short", images=GOOD_IMAGES[:-1])
broken_idx("long", "goes on after", images=GOOD_IMAGES + b"\0")
broken_idx("header-only", "ends inside its header", images=GOOD_IMAGES[:9])
broken_idx("absurd", "promises", images=idx([0xffffffff, 16384, 16384], []))
broken_idx("zero", "holds nothing", labels=idx([0], []))
broken_idx("fewer-labels", "has 2 images", labels=idx([1], [0]))
broken_idx("gzip-cut", "cut short", images=zlib.compress(GOOD_IMAGES, wbits=31)[:-9])
broken_idx("html", "web page", images=b"<!DOCTYPE html><title>404</title>")
broken_idx("reals", "32-bit reals", images=idx([2, 2, 3], range(48), 13))

# ---- CIFAR ---------------------------------------------------------------------------------------------
RECORD = bytes([3]) + bytes(3072)
broken("cifar10-cut", "no multiple of the 3073 bytes", {"test_batch.bin": RECORD[:-1]})
broken("cifar10-label", "image 1 is of class 10", {"test_batch.bin": RECORD + bytes([10]) + bytes(3072)})
broken("cifar10-empty", "is empty", {"test_batch.bin": b""})
broken("cifar10-names", "names 2 classes", {"test_batch.bin": RECORD, "batches.meta.txt": b"cat\ndog\n"})
broken("cifar10-gzip", "is a gzip file", {"test_batch.bin": zlib.compress(RECORD, wbits=31)})
broken("cifar10-other-split", "has no train images", {"test_batch.bin": RECORD}, split="train")
broken("cifar10-python", "Python version", {"data_batch_1": b"\x80\x02}q"}, "cifar10")
broken("cifar100-cut", "no multiple of the 3074 bytes", {"test.bin": RECORD})
broken("cifar100-label", "is of class 100", {"test.bin": bytes([19, 100]) + bytes(3072)})


# ---- NumPy ---------------------------------------------------------------------------------------------
def npy(array):
    out = io.BytesIO()
    np.save(out, array, allow_pickle=True)
    return out.getvalue()


def header(text, values=b"", version=1):
    text = text.encode() + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(text)) + text + values


def described(descr="'|u1'", order="False", shape="(2, 2, 3)", values=bytes(12)):
    return header(f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}", values)


PIXELS, CLASSES = np.arange(12, dtype=np.uint8).reshape(2, 2, 3), np.array([0, 1])


def broken_npy(case, message, images=None, labels=None):
    broken("npy-" + case, message,
           {"x_test.npy": images or npy(PIXELS), "y_test.npy": labels or npy(CLASSES)})


broken_npy("cut", "cut short", npy(PIXELS)[:-1])
broken_npy("long", "goes on after", npy(PIXELS) + b"\0")
broken_npy("header-cut", "ends inside its header", npy(PIXELS)[:20])
broken_npy("absurd", "no array is that large", described(shape="(4294967296, 4294967296, 4294967296)"))
broken_npy("overflow", "larger than any array", described(shape="(99999999999999999999, 2, 3)"))
broken_npy("lying", "promises", described(shape="(200000, 300, 300, 3)"))
broken_npy("long-header", "says that its header has", b"\x93NUMPY\x02\0\xff\xff\xff\x7f")
broken_npy("version", "version 9", b"\x93NUMPY\x09\0\x10\0" + bytes(16))
broken_npy("no-dict", "header that is damaged", header("[1, 2, 3]"))
broken_npy("twice", "header that is damaged", header("{'shape': (2,), 'shape': (2,), 'descr': '|u1'}"))
broken_npy("negative", "header that is damaged", described(shape="(-1, 2, 3)"))
broken_npy("pickle", "type '|O'", npy(np.array([{}, None])))
broken_npy("records", "array of records", npy(np.zeros(2, dtype=[("a", "u1"), ("b", "u1")])))
broken_npy("complex", "type '<c8'", npy(np.zeros((2, 2, 3), np.complex64)))
broken_npy("flat", "images are (N, height, width)", npy(np.zeros((2, 784), np.uint8)))
broken_npy("alpha", "array[..., :3]", npy(np.zeros((2, 8, 8, 4), np.uint8)))
broken_npy("nan", "no numbers", npy(np.array([0.5, np.nan, 1], np.float32).reshape(1, 1, 3)))
broken_npy("normalised", "from -2.1 to 2.6", npy(np.array([-2.1, 0, 2.6]).reshape(1, 1, 3)))
broken_npy("zero", "holds nothing", npy(np.zeros((0, 2, 3), np.uint8)))
broken_npy("negative-label", "label 1 is -1", labels=npy(np.array([0, -1])))
broken_npy("huge-label", "labels are whole numbers", labels=npy(np.array([0, 2**62])))
broken_npy("real-label", "label 0 is 0.5", labels=npy(np.array([0.5, 1])))
broken_npy("one-hot", "row 1 is not one-hot", labels=npy(np.array([[1, 0], [1, 1]])))
broken_npy("fewer-labels", "there are 2 images", labels=npy(np.array([0])))


def npz(arrays, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in arrays.items():
            entry = zipfile.ZipInfo(name + ".npy")  # a fixed date
            entry.compress_type = method
            archive.writestr(entry, data)
    return out.getvalue()


def patched(data, old, new):
    assert data.count(old) >= 1
    return data.replace(old, new)


PAIR = {"x_test": npy(PIXELS), "y_test": npy(CLASSES)}
STORED = npz(PAIR, zipfile.ZIP_STORED)
broken("npz-cut", "no archive of NumPy arrays", {"a.npz": STORED[:-30]}, path="a.npz")
broken("npz-crc", "checksum is wrong", {"a.npz": patched(STORED, bytes(range(12)), bytes(range(1, 13)))}, path="a.npz")
deflated = npz({"x_test": npy(np.random.RandomState(1).randint(0, 255, (2, 9, 9), np.uint8)), "y_test": npy(CLASSES)})
corrupt = bytearray(deflated)
corrupt[150:160] = b"\xff" * 10
broken("npz-corrupt", "is damaged", {"a.npz": bytes(corrupt)}, path="a.npz")
broken("npz-empty", "no archive of NumPy arrays", {"a.npz": npz({})}, path="a.npz", format="npz")
broken("npz-names", "its arrays: a, b", {"a.npz": npz({"a": PAIR["x_test"], "b": PAIR["y_test"]})}, path="a.npz")
broken("npz-no-labels", "no array of labels for 'x_test'", {"a.npz": npz({"x_test": PAIR["x_test"]})}, path="a.npz")
broken("npz-two", "has 2 .npz files", {"a.npz": STORED, "b.npz": STORED})
# 300,000,000 zeros announced: the directory says 300 MB, 2 KB are there.
bomb = npz({"x_test": described(shape="(300000, 32, 32)", values=bytes(300000)), "y_test": PAIR["y_test"]})
small = len(described(shape="(300000, 32, 32)", values=bytes(300000)))
claimed = len(described(shape="(300000, 32, 32)", values=b"")) + 300000 * 1024
broken("npz-bomb", "more than 500 times its size",
       {"a.npz": patched(bomb, struct.pack("<I", small), struct.pack("<I", claimed))}, path="a.npz")


# ---- images --------------------------------------------------------------------------------------------
def encoded(kind, mode="RGB", size=(6, 4), **options):
    pixels = np.arange(size[0] * size[1] * 3, dtype=np.uint8).reshape(size[1], size[0], 3)
    out = io.BytesIO()
    Image.fromarray(pixels).convert(mode).save(out, kind, **options)
    return out.getvalue()


def broken_image(case, message, data, name="a.png"):
    broken("image-" + case, message, {"cat/" + name: data, "dog/" + name: data}, "folder", "", "train")


PNG, JPEG, BMP = encoded("PNG"), encoded("JPEG"), encoded("BMP")
WEBP = encoded("WEBP", lossless=True)
broken_image("png-cut", "cut short", PNG[:-20])
broken_image("png-checksum", "checksum in it is wrong", PNG[:45] + bytes([PNG[45] ^ 1]) + PNG[46:])
huge = b"IHDR" + struct.pack(">II", 60000, 60000) + b"\x08\x02\0\0\0"
broken_image("png-huge", "60000 x 60000 pixels",
             PNG[:8] + struct.pack(">I", 13) + huge + struct.pack(">I", zlib.crc32(huge)) + PNG[33:])
broken_image("jpeg-cut", "cut short", JPEG[:-2], "a.jpg")
broken_image("jpeg-huge", "65535 x 65535 pixels",
             patched(JPEG, b"\0\x04\0\x06\x03", b"\xff\xff\xff\xff\x03"), "a.jpeg")
broken_image("bmp-cut", "cut short", BMP[:-1], "a.bmp")
broken_image("bmp-zero", "0 x 4 pixels", patched(BMP, struct.pack("<II", 6, 4), struct.pack("<II", 0, 4)), "a.bmp")
broken_image("webp-cut", "cut short", WEBP[:-4], "a.webp")
# A WebP header that OpenCV does not take for one, and the mark of DICOM, whose decoder then called abort().
broken_image("dicom", "is a DICOM file", (b"RIFF\xc0\0\0\0WEBPVP8 " + bytes(112) + b"DICM" + bytes(72)), "a.webp")
broken_image("empty", "it is empty", b"")
broken_image("text", "a text file, not a PNG", b"this is no picture\n")
broken_image("random", "not a PNG, JPEG, BMP or WebP", bytes(np.random.RandomState(2).randint(0, 255, 500, np.uint8)))

# ---- folders and tables --------------------------------------------------------------------------------
broken("folder-loose", "folder of the class's name", {"a.png": PNG, "b.png": PNG})
broken("folder-no-test", "none of the test images", {"train/cat/a.png": PNG})
broken("folder-tiff", "kind is not supported", {"cat/a.tif": b"II*\0"}, "folder")
broken("nothing", "looked for IDX files", {"README": b"no data here\n"})


def broken_csv(case, message, text, **more):
    broken("csv-" + case, message, {"labels.csv": text if isinstance(text, bytes) else text.encode(), "a.png": PNG},
           path="labels.csv", **more)


broken_csv("columns", "line 3: it has 1 columns", "image,label\na.png,0\na.png\n")
broken_csv("quote", "line 2: it opens a quote", 'image,label\n"a.png,0\n')
broken_csv("after-quote", "line 2: it has text behind", 'image,label\n"a.png"x,0\n')
broken_csv("no-label", "there is no label", "image,size\na.png,0\n")
broken_csv("empty-label", "line 2: it has no label", "image,label\na.png,\n")
broken_csv("header-only", "lists no images", "image,label\n")
broken_csv("negative", "has the label -1", "image,label\na.png,-1\n")
broken_csv("huge", "has the label 99999999999999999999", "image,label\na.png,99999999999999999999\n")
broken_csv("split", "has the split 'holdout'", "image,label,split\na.png,0,holdout\n")
broken_csv("binary", "is not a text file", b"image,label\na.png,\0\n")
broken_csv("pixels", "a table of pixels", "label," + ",".join(f"pixel{i}" for i in range(784)) + "\n")
broken_csv("missing-files", "there is no such file", "image,label,split\nb.png,0,test\n")
broken_csv("no-split", "has no test images", "image,label,split\na.png,0,train\n")

ROWS.sort()
write("broken.tsv", ("\n".join(["case\tformat\tpath\tsplit\tpart of the message"] + ROWS) + "\n").encode())

# ---- good files, as other programs write them ------------------------------------------------------------
ramp = np.arange(2 * 3 * 4 * 3).reshape(2, 3, 4, 3)
good = {
    "u1": ramp.astype(np.uint8),
    "u1-fortran": np.asfortranarray(ramp.astype(np.uint8)),
    "nchw": np.ascontiguousarray(ramp.astype(np.uint8).transpose(0, 3, 1, 2)),
    "f4": (ramp / 255).astype(np.float32),
    "f2": (ramp / 255).astype(np.float16),
    "f8-big": ramp.astype(">f8"),
    "i8": ramp.astype(np.int64),
}
for name, array in good.items():
    write(f"good/{name}/images.npy", npy(array))
    write(f"good/{name}/labels.npy", npy(np.array([[4], [1]], np.int32)))
write("good/medmnist.npz", npz({"train_images": npy(ramp.astype(np.uint8)), "train_labels": npy(np.array([0, 2])),
                                "val_images": npy(ramp[:1].astype(np.uint8)), "val_labels": npy(np.array([1]))}))
# A picture whose upper half is red, lower half blue, and the same turned: EXIF orientation 6 turns it back.
picture = np.zeros((32, 16, 3), np.uint8)
picture[:16, :, 0] = picture[16:, :, 2] = 255
exif = Image.Exif()
exif[0x112] = 6
out = io.BytesIO()
Image.fromarray(np.rot90(picture)).save(out, "JPEG", quality=95, subsampling=0, exif=exif)
write("good/kinds/turned/a.jpg", out.getvalue())
for kind, options in [("PNG", {}), ("BMP", {}), ("WEBP", {"lossless": True})]:
    out = io.BytesIO()
    Image.fromarray(picture).save(out, kind, **options)
    write(f"good/kinds/upright/a.{kind.lower()}", out.getvalue())
out = io.BytesIO()
Image.fromarray(picture).convert("L").save(out, "JPEG", quality=95)
write("good/kinds/upright/grey.jpg", out.getvalue())
out = io.BytesIO()
Image.fromarray(picture).convert("RGBA").save(out, "PNG")
write("good/kinds/upright/alpha.png", out.getvalue())
