import { defineConfig } from "vitest/config";
import { compileMessagesPlugin } from "./design-system/i18n/compile-messages.ts";

export default defineConfig({
  plugins: [compileMessagesPlugin()],
  test: {
    include: ["{api,sandbox-gateway,design-system,admin,web,server,cli,demo,scripts}/**/*.test.{ts,tsx}", "*.test.ts"],
    exclude: ["**/node_modules/**", "**/build/**", "**/*.nightly.test.ts", "server/test/**"],
    globalSetup: ["./api/test/global-setup.ts"],
    setupFiles: ["./web/test/set-up-page.ts"],
    pool: "forks",
    // The test files of a worker share its modules: importing them for each file would take as long as the tests.
    isolate: false,
    // Vitest leaves one core free; most tests wait for the database.
    maxWorkers: Number(process.env["TEST_WORKERS"] ?? 2),
    // Limits for tests that hang, also on slow or busy machines; no test measures time with them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
