import { defineConfig, type ViteUserConfig } from "vitest/config";
import { compileMessagesPlugin } from "./design-system/i18n/compile-messages.ts";
import { messageUrlsPlugin } from "./design-system/i18n/message-urls.ts";

const exclude = ["**/node_modules/**", "**/build/**", "**/*.nightly.test.ts", "server/test/**"];

/** The configuration of tests in Node.js; those of other configurations use it with their own files. */
export const nodeTests = {
  plugins: [compileMessagesPlugin(), messageUrlsPlugin(["main", "catalog"])],
  test: {
    globalSetup: ["./api/test/global-setup.ts"],
    pool: "forks",
    // The test files of a worker share its modules: importing them for each file would take as long as the tests.
    isolate: false,
    // Vitest leaves one core free; most tests wait for the database.
    maxWorkers: Number(process.env["TEST_WORKERS"] ?? 2),
    // Limits for tests that hang, also on slow or busy machines; no test measures time with them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
} satisfies ViteUserConfig;

export default defineConfig({
  test: {
    // A worker ends before a file with another environment, and its modules with it: one environment after the other.
    projects: [
      {
        ...nodeTests,
        test: {
          ...nodeTests.test,
          name: "node",
          include: ["{api,sandbox-gateway,design-system,admin,web,server,cli,demo,scripts}/**/*.test.ts", "*.test.ts"],
          exclude,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...nodeTests,
        test: {
          ...nodeTests.test,
          name: "jsdom",
          include: ["{admin,web}/**/*.test.tsx"],
          exclude,
          environment: "jsdom",
          globalSetup: [],
          setupFiles: ["./web/test/set-up-page.ts"],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
