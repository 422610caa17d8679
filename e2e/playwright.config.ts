import { defineConfig, devices } from "@playwright/test";

const executablePath = process.env["CHROMIUM_PATH"];
const quiet = [
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update"],
  // Nothing outside is reached, whatever a page asks for.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export default defineConfig({
  testDir: ".",
  testMatch: "*.story.ts",
  outputDir: "../test-results",
  globalSetup: process.env["SHOP_URL"] ? [] : "./shop.ts",
  fullyParallel: true,
  workers: Number(process.env["TEST_WORKERS"] ?? 2),
  // A headless browser stalls once in some thousand tests. A test that passes only when repeated is listed by `npm test`.
  retries: 2,
  forbidOnly: process.env["CI"] !== undefined,
  // Limits for a test that hangs, also on a machine that is slow or busy; a test never measures time by them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet,
    },
    // What a worker fetches is out of a story's sight: only the stories about it let one in.
    serviceWorkers: "block",
    // Without pictures, which take a sixth of the stories' time.
    trace: { mode: "retain-on-failure", screenshots: false },
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
