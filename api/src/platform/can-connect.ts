import { once } from "node:events";
import { connect } from "node:net";

const TIMEOUT_MS = 1000;

/** Whether something accepts connections on a port of this machine, within a second. */
export async function canConnect(port: number, host = "127.0.0.1"): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
