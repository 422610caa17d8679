// npm run test:postgres [-- FILES]: runs the tests on every PostgreSQL version that the shop promises.
import { installPackages, root, tool, toolPath } from "./packages.mjs";
import { installServers, postgresServers } from "./postgres-servers.mjs";
import { run, step, told } from "./steps.mjs";

const files = process.argv.slice(2);

await told(async () => {
  await installPackages();
  await installServers();
  const env = toolPath();
  for (const { name, bin } of [{ name: "PostgreSQL of the packages", bin: undefined }, ...postgresServers()])
    await step(name, () =>
      run(tool("vitest"), ["run", ...files], { cwd: root, env: { ...env, TEST_POSTGRES_BIN: bin } }),
    );
});
