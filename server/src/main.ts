import { readConfig, StartError } from "../../api/src/platform/config.ts";
import { openShop } from "./shop.ts";
import { stopOnSignal } from "./stopping.ts";

try {
  const shop = await openShop(readConfig(process.env));
  stopOnSignal(shop.close);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
