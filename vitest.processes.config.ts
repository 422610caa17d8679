import { defineConfig } from "vitest/config";
import { nodeTests } from "./vitest.config.ts";

/** The tests that start the built store in processes of its own; `npm test` runs them after the build. */
export default defineConfig({
  ...nodeTests,
  test: {
    ...nodeTests.test,
    include: ["server/test/**/*.test.ts"],
    exclude: ["**/*.nightly.test.ts"],
  },
});
