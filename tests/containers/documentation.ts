import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deadLinksOf } from '../../scripts/docs/check-sources.ts';
import { readSources } from '../../scripts/docs/sources.ts';
import { copyOf, filesOf, instructionsOf, stagesOf } from './dockerfile.ts';
import { type Plan, root } from './plan.ts';
import type { Report } from './report.ts';

const BUILDS_DOCUMENTATION = 'node scripts/docs.ts';

/**
 * A dead link ends the build of the documentation, and so that of the image. Links are looked for among the files that the stage has, which
 * are fewer than those of the repository.
 */
export async function checkDocumentation(report: Report, { dockerfile, dockerignore }: Plan): Promise<void> {
  const stage = stagesOf(dockerfile).find((one) =>
    instructionsOf(one, 'RUN').some((run) => run.getArgumentsContent()?.includes(BUILDS_DOCUMENTATION)),
  );
  report.check('a stage builds the documentation', stage !== undefined);
  if (!stage) return;
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-stage-'));
  try {
    for (const { sources } of instructionsOf(stage, 'COPY').map(copyOf))
      for (const source of sources)
        for (const file of await filesOf(source, dockerignore)) cpSync(join(root, file), join(folder, file));
    const dead = deadLinksOf(readSources(`${folder}/`));
    for (const line of dead) console.log(`  ${line} in the image`);
    report.check('no link of the documentation is dead in the image', dead.length === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
