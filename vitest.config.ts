import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{api,gateway,web,server,shop,demo,scripts}/**/*.test.{ts,tsx}", "*.test.ts"],
    exclude: ["**/node_modules/**", "**/build/**"],
    globalSetup: ["./api/test/database.ts"],
    pool: "forks",
    // Vitest leaves one core free by itself; most of a test here waits for the database.
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
