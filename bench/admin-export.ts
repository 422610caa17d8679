import { exportColumns } from "../api/src/orders/staff/admin-schema.ts";
import type { Storefront } from "../e2e/storefront.ts";
import { getMemoryMb, type Report } from "./measure.ts";

/** Measures the CSV file of all orders: its duration, and how much the memory of the store grows meanwhile. */
export async function measureExport({ origin, pid }: Storefront, cookie: string, report: Report): Promise<void> {
  const api = `${origin}/v1/admin/orders/exports`;
  const created = await fetch(api, {
    method: "POST",
    headers: { cookie, origin, "content-type": "application/json" },
    body: JSON.stringify({ list: { view: "all" }, columns: exportColumns }),
  });
  if (!created.ok) throw new Error(`${created.status} ${await created.text()}`);
  const { data } = (await created.json()) as { data: { result: { token: string } } };
  const memoryBefore = getMemoryMb(pid);
  const startedAt = performance.now();
  const response = await fetch(`${api}/${data.result.token}`, { headers: { cookie } });
  if (!response.ok || !response.body) throw new Error(`the export failed with ${response.status}`);
  let [lines, maxMemory] = [0, memoryBefore];
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    lines += chunk.reduce((count, byte) => (byte === 10 ? count + 1 : count), 0);
    maxMemory = Math.max(maxMemory, getMemoryMb(pid));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  report(
    `CSV file of ${lines - 1} orders`,
    `${seconds.toFixed(1)} s, memory +${(maxMemory - memoryBefore).toFixed(0)} MB`,
    "20 s at constant memory",
  );
}
