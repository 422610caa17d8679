import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkPort } from "./port.mjs";
import { run } from "./steps.mjs";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-steps-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const stepsModule = join(import.meta.dirname, "steps.mjs");

/** Returns whether a process is running; a zombie is not. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

/**
 * Starts a script that runs a shell program, whose child runs until it is stopped.
 * @param program must write the child's process id to PID_FILE
 */
async function startScript(name: string, program: string) {
  const pidFile = join(folder, name);
  const source = `import { run, runScript } from ${JSON.stringify(stepsModule)};
    await runScript(() => run("sh", ["-c", ${JSON.stringify(program.replaceAll("PID_FILE", pidFile))}]));`;
  const script = spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: "ignore" });
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, "utf8"), { timeout: 10_000 }).toMatch(/^\d+\n$/);
  return { script, grandchild: Number(readFileSync(pidFile, "utf8")) };
}

describe("run", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("forwards %s to all descendants", async (signal, exitCode) => {
    const { script, grandchild } = await startScript(signal, "sh -c 'echo $$ > PID_FILE; exec sleep 60'; true");
    expect(isRunning(grandchild)).toBe(true);
    script.kill(signal);
    const [code] = await once(script, "exit");
    expect(code).toBe(exitCode);
    await expect.poll(() => isRunning(grandchild)).toBe(false);
  });

  it("kills processes that ignore the first signal at the second", async () => {
    const { script, grandchild } = await startScript(
      "stubborn",
      // The child writes its id when it ignores the signal already. If the test fails, the shell ends with the folder.
      "trap 'touch PID_FILE.signaled' TERM; (trap '' TERM; exec sh -c 'echo $$ > PID_FILE; exec sleep 60') & while [ -d $(dirname PID_FILE) ]; do wait; sleep 1; done",
    );
    script.kill("SIGTERM");
    await expect.poll(() => existsSync(join(folder, "stubborn.signaled")), { timeout: 10_000 }).toBe(true);
    expect(isRunning(grandchild)).toBe(true);
    script.kill("SIGTERM");
    const [code] = await once(script, "exit");
    expect(code).toBe(143);
    await expect.poll(() => isRunning(grandchild)).toBe(false);
  });
});

it("kills a program with its descendants after the timeout, and reports what it has printed", async () => {
  const pidFile = join(folder, "hanging");
  // The shell itself exits at once; its child keeps the output open.
  const program = `echo before; sh -c 'echo $$ > ${pidFile}; exec sleep 60' &`;
  await expect(run("sh", ["-c", program], { timeoutMs: 500 })).rejects.toThrow(
    "before\n\nsh did not exit within 0.5 s.",
  );
  const descendant = Number(readFileSync(pidFile, "utf8"));
  await expect.poll(() => isRunning(descendant)).toBe(false);
});

describe("checkPort", () => {
  it("reports a used port at once, and does not occupy a free one", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const PORT = String(typeof address === "object" && address ? address.port : 0);
    await expect(checkPort({ PORT })).rejects.toThrow(
      `Port ${PORT} on 127.0.0.1 is in use: stop the program that uses it, or set PORT.`,
    );
    await checkPort({ PORT, ROLE: "worker" });
    await expect(checkPort({ HEALTH_PORT: PORT, ROLE: "worker" })).rejects.toThrow(
      `Port ${PORT} on 127.0.0.1 is in use: stop the program that uses it, or set HEALTH_PORT.`,
    );
    server.close();
    await once(server, "close");
    await checkPort({ PORT });
    await checkPort({ PORT });
  });

  it.each([{ PORT: "many" }, { PORT: "0" }, { PORT: "70000" }, { HOST: "no.such.host.invalid" }])(
    "leaves %j to the store, which reports what is wrong",
    async (env) => {
      await expect(checkPort(env)).resolves.toBeUndefined();
    },
  );
});
