import { expect, test } from "vitest";
import { getImageSources } from "./image-sources.ts";

const mediaKey = "0123456789abcdef01234567";

test("the URLs of an image are its key with every width that may be rendered", () => {
  expect(getImageSources({ key: mediaKey, width: 1600 }, [320, 640])).toEqual({
    src: `/media/${mediaKey}-640.jpg`,
    srcset: `/media/${mediaKey}-320.webp 320w, /media/${mediaKey}-640.webp 640w`,
    srcset_avif: `/media/${mediaKey}-320.avif 320w, /media/${mediaKey}-640.avif 640w`,
  });
});

test("no width exceeds the image's, unless all do", () => {
  expect(getImageSources({ key: mediaKey, width: 500 }, [320, 480, 640]).srcset).toBe(
    `/media/${mediaKey}-320.webp 320w, /media/${mediaKey}-480.webp 480w`,
  );
  expect(getImageSources({ key: mediaKey, width: 300 }, [480, 800]).srcset).toBe(`/media/${mediaKey}-480.webp 480w`);
});

test("the fallback URL has the smallest sufficient width", () => {
  expect(getImageSources({ key: mediaKey, width: 2000 }, [480, 800, 1200]).src).toBe(`/media/${mediaKey}-480.jpg`);
  expect(getImageSources({ key: mediaKey, width: 2000 }, [800, 1200]).src).toBe(`/media/${mediaKey}-800.jpg`);
});
