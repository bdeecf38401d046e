"""Pictures: Pillow, OpenCV, scikit-image."""

from __future__ import annotations

from codemods.infer.frames import ARRAY
from codemods.infer.rules import attributes, functions, methods
from codemods.infer.values import INT, STR, one, tuple_of

IMAGE = "PIL.Image.Image"


def register() -> None:
    for module in ("PIL.Image", "Image"):
        functions(module, "open new fromarray merge blend", one(IMAGE))
    methods(IMAGE, "resize convert crop rotate copy transpose filter point quantize", one(IMAGE))
    attributes(IMAGE, "size", tuple_of(INT, INT))
    attributes(IMAGE, "width height", INT)
    attributes(IMAGE, "mode format", STR)
    functions(
        "cv2",
        "imread resize cvtColor GaussianBlur medianBlur blur bilateralFilter flip rotate warpAffine warpPerspective Canny "
        "adaptiveThreshold erode dilate morphologyEx Sobel Laplacian addWeighted bitwise_and bitwise_or bitwise_not equalizeHist",
        one(ARRAY),
    )
    functions("skimage.io", "imread", one(ARRAY))
    functions("skimage.transform", "resize rescale rotate warp", one(ARRAY))
    functions("skimage.color", "rgb2gray gray2rgb rgb2hsv rgb2lab", one(ARRAY))
