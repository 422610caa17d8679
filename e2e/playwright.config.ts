import { defineConfig, devices } from "@playwright/test";

const executablePath = process.env["CHROMIUM_PATH"];
const chromiumArgs = [
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
  // No other host can be reached.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  globalSetup: process.env["SHOP_URL"] ? [] : "./global-setup.ts",
  fullyParallel: true,
  workers: Number(process.env["TEST_WORKERS"] ?? 2),
  // A headless browser stalls about once in a thousand tests. `npm test` lists tests that passed only when retried.
  retries: 2,
  forbidOnly: process.env["CI"] !== undefined,
  // Limits for tests that hang, also on slow machines; tests never measure time by them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: process.getuid?.() === 0 ? [...chromiumArgs, "--no-sandbox"] : chromiumArgs,
    },
    // Playwright does not see the requests of service workers: only the tests for them allow them.
    serviceWorkers: "block",
    // Recording every first attempt would take a sixth of the browser's time.
    trace: "on-first-retry",
    actionTimeout: 30_000,
  },
  projects: [
    {
      name: "phone-ru",
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 390, height: 844 },
        locale: "ru-RU",
        timezoneId: "Europe/Moscow",
      },
    },
    {
      name: "desktop-en",
      use: {
        ...devices["Desktop Chrome"],
        viewport: { width: 1440, height: 900 },
        locale: "en-US",
        timezoneId: "America/New_York",
      },
    },
  ],
});
