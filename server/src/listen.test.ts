import { request } from "node:http";
import { afterEach, expect, it } from "vitest";
import { findPort, listen } from "./listen.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function open(answer: Parameters<typeof listen>[1], port = 0) {
  const listening = await listen({ host: "127.0.0.1", port }, answer);
  stops.push(listening.stop);
  return listening;
}

it("tells the address of the other end, whatever it says of itself", async () => {
  const { port } = await open((asked) => Response.json([...asked.headers].filter(([name]) => name === "x-client-ip")));
  const said = await new Promise<string>((resolve) => {
    request(
      {
        port,
        headers: [
          ["X-Client-IP", "6.6.6.6"],
          ["x-client-ip", "7.7.7.7"],
          ["host", "a"],
        ].flat(),
      },
      (answer) => {
        answer.setEncoding("utf8").on("data", resolve);
      },
    ).end();
  });
  expect(JSON.parse(said)).toEqual([["x-client-ip", "127.0.0.1"]]);
});

it("gives every request an id, which its answer carries unless it is a file of the build", async () => {
  const { port } = await open((asked) => new Response(asked.headers.get("x-request-id")));
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { "x-request-id": "mine" } });
  const id = await answer.text();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get("x-request-id")).toBe(id);
  const file = await fetch(`http://127.0.0.1:${port}/assets/a.js`);
  expect(await file.text()).toMatch(/^[0-9a-f-]{36}$/);
  expect(file.headers.has("x-request-id")).toBe(false);
});

it("says in one line that a port is taken", async () => {
  const { port } = await open(() => new Response("first"));
  await expect(findPort({ host: "127.0.0.1", port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT.`,
  );
});

it("lets a request in hand end before it stops, and takes no new one", async () => {
  let answerNow: (answer: Response) => void = () => undefined;
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const { port, stop } = await open(() => {
    isAsked();
    return new Promise((resolve) => {
      answerNow = resolve;
    });
  });
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await asked;
  const stopped = stop();
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  answerNow(new Response("in time"));
  expect(await (await answer).text()).toBe("in time");
  await stopped;
  stops.length = 0;
});
