// npm run test:postgres [-- FILES]: runs the tests on every supported PostgreSQL version.
import { installPackages, root, getToolPath, getToolEnvironment } from "./packages.mjs";
import { installServers, listPostgresServers } from "./postgres-servers.mjs";
import { run, step, runScript } from "./steps.mjs";

const files = process.argv.slice(2);

await runScript(async () => {
  await installPackages();
  await installServers();
  const env = getToolEnvironment();
  for (const { name, bin } of [{ name: "PostgreSQL of the packages", bin: undefined }, ...listPostgresServers()])
    await step(name, () =>
      run(getToolPath("vitest"), ["run", ...files], { cwd: root, env: { ...env, TEST_POSTGRES_BIN: bin } }),
    );
});
