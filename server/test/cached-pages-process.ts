import { readConfig } from "../../api/src/platform/config.ts";
import { startServer } from "../src/server.ts";

/** Runs a store on a database, in a child process that runs as in production, and reports its origin. */
const store = await startServer(
  readConfig({
    DATABASE_URL: process.argv[2],
    DATA_DIR: process.env["DATA_DIR"],
    DEMO: "0",
    PORT: "0",
    PAYMENT_PROVIDERS: "sandbox",
    ACCESS_LOG: "0",
    MAX_EVENT_LOOP_DELAY_MS: "0",
    WARM_IMAGE_CACHE: "0",
  }),
);
process.once("message", () => void store.close().then(() => process.exit(0)));
// The process of the tests may have been killed.
process.once("disconnect", () => process.exit(1));
process.send?.(store.config.publicUrl);
