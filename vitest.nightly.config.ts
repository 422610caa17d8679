import { defineConfig } from "vitest/config";
import { nodeTests } from "./vitest.config.ts";

/** The tests that take too long for every change (`npm run test:nightly`). */
export default defineConfig({
  ...nodeTests,
  test: {
    ...nodeTests.test,
    include: ["{api,demo,server}/**/*.nightly.test.ts"],
    exclude: ["**/node_modules/**"],
  },
});
