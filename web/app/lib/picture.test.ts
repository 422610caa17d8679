import { expect, test } from "vitest";
import { sourcesOf } from "./picture.ts";

const key = "0123456789abcdef01234567";

test("the addresses of a picture are its key with every width that its place may need", () => {
  expect(sourcesOf({ key, width: 1600 }, [320, 640])).toEqual({
    src: `/media/${key}-640.jpg`,
    srcset: `/media/${key}-320.webp 320w, /media/${key}-640.webp 640w`,
    srcset_avif: `/media/${key}-320.avif 320w, /media/${key}-640.avif 640w`,
  });
});

test("none is wider than the picture, save where all are", () => {
  expect(sourcesOf({ key, width: 500 }, [320, 480, 640]).srcset).toBe(
    `/media/${key}-320.webp 320w, /media/${key}-480.webp 480w`,
  );
  expect(sourcesOf({ key, width: 300 }, [480, 800]).srcset).toBe(`/media/${key}-480.webp 480w`);
});

test("the plain address is never wider than it must be", () => {
  expect(sourcesOf({ key, width: 2000 }, [480, 800, 1200]).src).toBe(`/media/${key}-480.jpg`);
  expect(sourcesOf({ key, width: 2000 }, [800, 1200]).src).toBe(`/media/${key}-800.jpg`);
});
