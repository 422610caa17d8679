import { PICTURE_RATIO } from "./picture-references.ts";

type Size = Readonly<{ width: number; height: number }>;

/** The part of a picture that is kept, in pixels of the picture. It may exceed the picture. */
export type Frame = Readonly<{ x: number; y: number; width: number; height: number }>;

/** How a picture is framed: all values are from 0 to 1. */
export type Framing = Readonly<{
  /** 0: the whole picture, with filled edges; 1: a small part of it. */
  zoom: number;
  /** Where the frame is between the edges of the picture, or the picture between those of the frame. */
  horizontal: number;
  vertical: number;
}>;

/** How much smaller than the largest frame inside of the picture the smallest frame is. */
const MAX_ZOOM = 4;

/** The API crops to a part that is at most so many times as wide or high as the picture. */
const MAX_SIDE = 4;

/**
 * Returns the widths of the frame that contains the whole picture, as far as the API allows, and of the largest one
 * inside of it.
 */
function getFrameWidths({ width, height }: Size): { outer: number; inner: number } {
  const widths = [width, height * PICTURE_RATIO];
  const outer = Math.min(Math.max(...widths), MAX_SIDE * width, MAX_SIDE * height * PICTURE_RATIO);
  return { outer, inner: Math.min(...widths) };
}

/** Returns the framing with the largest frame inside of a picture, in its middle. */
export function fillFrame(picture: Size): Framing {
  const { outer, inner } = getFrameWidths(picture);
  return { zoom: Math.log(outer / inner) / Math.log((outer / inner) * MAX_ZOOM), horizontal: 0.5, vertical: 0.5 };
}

/** Returns the frame of a framing. */
export function getFrame(picture: Size, { zoom, horizontal, vertical }: Framing): Frame {
  const { outer, inner } = getFrameWidths(picture);
  const width = outer / ((outer / inner) * MAX_ZOOM) ** zoom;
  const height = width / PICTURE_RATIO;
  return {
    ...{ width, height },
    x: (picture.width - width) * horizontal,
    y: (picture.height - height) * vertical,
  };
}

/** Moves the frame by a distance in pixels of the picture, as far as its edges allow. */
export function moveFrame(picture: Size, framing: Framing, distance: { x: number; y: number }): Framing {
  const { width, height } = getFrame(picture, framing);
  const move = (position: number, by: number, span: number) =>
    Math.abs(span) < 1 ? position : Math.min(1, Math.max(0, position + by / span));
  return {
    zoom: framing.zoom,
    horizontal: move(framing.horizontal, distance.x, picture.width - width),
    vertical: move(framing.vertical, distance.y, picture.height - height),
  };
}

/** Returns a frame as the API takes it: in fractions of the width and height of the picture. */
export function toCropArea(picture: Size, { x, y, width, height }: Frame) {
  return {
    left: x / picture.width,
    top: y / picture.height,
    width: width / picture.width,
    height: height / picture.height,
  };
}
