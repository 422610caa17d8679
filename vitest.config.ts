import { defineConfig } from "vitest/config";
import { compileMessagesPlugin } from "./design-system/i18n/compile-messages.ts";

export default defineConfig({
  plugins: [compileMessagesPlugin()],
  test: {
    include: ["{api,sandbox-gateway,design-system,admin,web,server,cli,demo,scripts}/**/*.test.{ts,tsx}", "*.test.ts"],
    exclude: ["**/node_modules/**", "**/build/**", "**/*.nightly.test.ts"],
    globalSetup: ["./api/test/global-setup.ts"],
    pool: "forks",
    // Vitest leaves one core free; most tests wait for the database.
    maxWorkers: Number(process.env["TEST_WORKERS"] ?? 2),
    // Limits for tests that hang, also on slow or busy machines; no test measures time with them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
