import { describe, expect, it } from "vitest";
import { addressesOf, mediaAddress, readMediaFileName, widthsOf } from "./media.ts";

const key = "0123456789abcdef01234567";

describe("the address of a picture", () => {
  it("says which picture, how wide and in what format", () => {
    expect(mediaAddress(key, 320, "avif")).toBe(`/media/${key}-320.avif`);
  });

  it("is read back", () => {
    expect(readMediaFileName(`${key}-2000.jpg`)).toEqual({ key, width: 2000, format: "jpg" });
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
  ])("is nothing else: %j", (name) => {
    expect(readMediaFileName(name)).toBeNull();
  });
});

describe("the widths of a picture", () => {
  it("go up to its own", () => {
    expect(widthsOf({ width: 1200 })).toEqual([160, 320, 480, 640, 800, 1200]);
    expect(widthsOf({ width: 1199 })).toEqual([160, 320, 480, 640, 800]);
    expect(widthsOf({ width: 5000 }).at(-1)).toBe(2000);
  });

  it("are never none", () => {
    expect(widthsOf({ width: 40 })).toEqual([160]);
  });
});

describe("the addresses of a picture", () => {
  it("offer every width in WebP and AVIF, and a JPEG of moderate size", () => {
    expect(addressesOf({ key, width: 400 })).toEqual({
      src: `/media/${key}-320.jpg`,
      srcset: `/media/${key}-160.webp 160w, /media/${key}-320.webp 320w`,
      srcset_avif: `/media/${key}-160.avif 160w, /media/${key}-320.avif 320w`,
    });
    expect(addressesOf({ key, width: 1200 }).src).toBe(`/media/${key}-640.jpg`);
  });

  it("leave out what the place does not need", () => {
    expect(addressesOf({ key, width: 1200 }, [320, 640]).srcset).toBe(
      `/media/${key}-320.webp 320w, /media/${key}-640.webp 640w`,
    );
  });

  it("never offer more than the picture has", () => {
    expect(addressesOf({ key, width: 500 }, [320, 640]).srcset).toBe(`/media/${key}-320.webp 320w`);
    expect(addressesOf({ key, width: 200 }, [320, 640])).toMatchObject({
      src: `/media/${key}-160.jpg`,
      srcset: `/media/${key}-160.webp 160w`,
    });
    expect(addressesOf({ key, width: 2500 }, [1200, 2000]).src).toBe(`/media/${key}-1200.jpg`);
  });
});
