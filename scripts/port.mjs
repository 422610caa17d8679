// Checks whether the store can listen on its port, before minutes of installing and building.
import { once } from "node:events";
import { createServer } from "node:net";
import { StepError } from "./steps.mjs";

/**
 * Checks that no other program listens on the port of the store.
 * @param {Record<string, string | undefined>} env PORT, HEALTH_PORT, HOST and ROLE; invalid values are reported by the
 * store itself.
 * @throws StepError if another program listens there.
 */
export async function checkPort(env) {
  // A worker only listens on HEALTH_PORT, and only if it is set.
  const variable = env.ROLE === "worker" ? "HEALTH_PORT" : "PORT";
  const port = Number(env[variable] || (variable === "PORT" ? 3000 : 0));
  const host = env.HOST || "127.0.0.1";
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  const server = createServer();
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      throw new StepError(`Port ${port} on ${host} is in use: stop the program that uses it, or set ${variable}.`);
    return;
  }
  server.close();
  await once(server, "close");
}
