import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{api,gateway,web,server,shop,demo,scripts}/**/*.test.{ts,tsx}", "*.test.ts"],
    exclude: ["**/node_modules/**", "**/build/**"],
    globalSetup: ["./api/test/database.ts"],
    pool: "forks",
    // Vitest leaves one core free by itself; most of a test here waits for the database.
    maxWorkers: Number(process.env["TEST_WORKERS"] ?? 2),
    // Limits for a test that hangs, also on a machine that is slow or busy; a test never measures time by them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
