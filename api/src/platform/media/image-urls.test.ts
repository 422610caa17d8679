import { describe, expect, it } from "vitest";
import { getImageSources, getMediaPath, parseMediaFileName, getAvailableWidths } from "./image-urls.ts";

const key = "0123456789abcdef01234567";

describe("getMediaPath", () => {
  it("contains key, width and format", () => {
    expect(getMediaPath(key, 320, "avif")).toBe(`/media/${key}-320.avif`);
  });

  it("is parsed by parseMediaFileName", () => {
    expect(parseMediaFileName(`${key}-2000.jpg`)).toEqual({ key, width: 2000, format: "jpg" });
  });

  it.each([
    `${key}-321.avif`,
    `${key}-0320.avif`,
    `${key}-320.png`,
    `${key}-320.svg`,
    `${key}-320.avif.jpg`,
    `${key}-320`,
    `${key}-.avif`,
    `${key.slice(1)}-320.avif`,
    `${key.toUpperCase()}-320.avif`,
    `../${key}-320.avif`,
    `..%2f${key}-320.avif`,
    `${key}-320.avif\n`,
    `${key}-320.avif\0`,
    `${"g".repeat(24)}-320.avif`,
    "..",
    "",
  ])("rejects other names: %j", (name) => {
    expect(parseMediaFileName(name)).toBeNull();
  });
});

describe("getAvailableWidths", () => {
  it("returns the widths up to that of the image", () => {
    expect(getAvailableWidths({ width: 1200 })).toEqual([160, 320, 480, 640, 800, 1200]);
    expect(getAvailableWidths({ width: 1199 })).toEqual([160, 320, 480, 640, 800]);
    expect(getAvailableWidths({ width: 5000 }).at(-1)).toBe(2000);
  });

  it("returns at least one width", () => {
    expect(getAvailableWidths({ width: 40 })).toEqual([160]);
  });
});

describe("getImageSources", () => {
  it("returns every width in WebP and AVIF, and a JPEG of medium size", () => {
    expect(getImageSources({ key, width: 400 })).toEqual({
      src: `/media/${key}-320.jpg`,
      srcset: `/media/${key}-160.webp 160w, /media/${key}-320.webp 320w`,
      srcset_avif: `/media/${key}-160.avif 160w, /media/${key}-320.avif 320w`,
    });
    expect(getImageSources({ key, width: 1200 }).src).toBe(`/media/${key}-640.jpg`);
  });

  it("omits widths that were not requested", () => {
    expect(getImageSources({ key, width: 1200 }, [320, 640]).srcset).toBe(
      `/media/${key}-320.webp 320w, /media/${key}-640.webp 640w`,
    );
  });

  it("returns no width larger than the image", () => {
    expect(getImageSources({ key, width: 500 }, [320, 640]).srcset).toBe(`/media/${key}-320.webp 320w`);
    expect(getImageSources({ key, width: 200 }, [320, 640])).toMatchObject({
      src: `/media/${key}-160.jpg`,
      srcset: `/media/${key}-160.webp 160w`,
    });
    expect(getImageSources({ key, width: 2500 }, [1200, 2000]).src).toBe(`/media/${key}-1200.jpg`);
  });
});
