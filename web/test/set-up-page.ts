import { afterEach, vi } from "vitest";
import { defineMissingBrowserFeatures } from "./browser-features.ts";

// Vitest runs this before each test file that has a document.

// The stores of the page before, such as the guest's cart, belong to its window.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
await import("@testing-library/jest-dom/vitest");
const { cleanup, configure, getConfig } = await import("@testing-library/react");
const { asyncWrapper } = getConfig();
const { setImmediate } = globalThis;
configure({
  // A limit for tests that hang, also on slow or busy machines.
  asyncUtilTimeout: 30_000,
  // React runs the effects of a commit in a later task. Wait for them, so that a test that found a text sees its effects.
  asyncWrapper: (callback) =>
    asyncWrapper(async () => {
      const result = await callback();
      await new Promise((resolve) => void setImmediate(resolve));
      return result;
    }),
});
defineMissingBrowserFeatures();
afterEach(cleanup);
