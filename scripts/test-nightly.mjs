// npm run test:nightly [-- FILES]: runs the tests that take too long for every change, every night and before a release.
import { installPackages, root, getToolPath, getToolEnvironment } from "./packages.mjs";
import { buildSites } from "./sites.mjs";
import { run, step, runScript } from "./steps.mjs";

const files = process.argv.slice(2);

await runScript(async () => {
  await installPackages();
  // A test starts the built store on several machines.
  await buildSites();
  await step("Nightly tests", () =>
    run(getToolPath("vitest"), ["run", "--config=vitest.nightly.config.ts", ...files], {
      cwd: root,
      env: getToolEnvironment(),
    }),
  );
});
