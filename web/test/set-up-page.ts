import { afterEach, vi } from "vitest";
import { defineMissingBrowserFeatures } from "./browser-features.ts";

// Vitest runs this before each test file that has a document.

// The stores of the page before, such as the guest's cart, belong to its window.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
await import("@testing-library/jest-dom/vitest");
const { cleanup, configure } = await import("@testing-library/react");
// A limit for tests that hang, also on slow or busy machines.
configure({ asyncUtilTimeout: 30_000 });
defineMissingBrowserFeatures();
afterEach(cleanup);
