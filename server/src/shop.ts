import { buildApi } from "../../api/src/app.ts";
import { type Config, originOf } from "../../api/src/platform/config.ts";
import { buildEdge } from "./edge.ts";
import { isUpToDate, openHouse } from "./house.ts";
import { findPort, listen } from "./listen.ts";

/**
 * Opens the shop: database, API, storefront, listening.
 * @throws StartError when something is missing; what was opened by then is closed again.
 */
export async function openShop(asked: Config): Promise<{ origin: string; close(): Promise<void> }> {
  const port = await findPort(asked);
  const config = asked.publicUrlIsSet ? { ...asked, port } : { ...asked, port, publicUrl: originOf(asked.host, port) };
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).toReversed()) await closeOne();
  };
  try {
    const { house, pool, close: closeHouse } = await openHouse(config);
    closers.push(closeHouse);
    const edge = buildEdge({ config, log: house.log, api: buildApi(house), isReady: () => isUpToDate(pool) });
    const { stop } = await listen(config, edge.fetch);
    closers.push(stop);
  } catch (error) {
    await close();
    throw error;
  }
  console.log(`The shop is open: ${config.publicUrl}`);
  return { origin: originOf(config.host, port), close };
}
