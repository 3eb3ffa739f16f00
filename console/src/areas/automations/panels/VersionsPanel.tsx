import { Plural, useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { useMemo } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { Badge, Button, ErrorState, RelativeTime, SkeletonRows, toast, toastError } from '../../../kit/index.ts';
import { compareDrafts } from '../definition/compare.ts';
import { exitsOf } from '../definition/exits.ts';
import type { Draft } from '../definition/types.ts';
import { type Line, lineId } from '../drawing/draw.ts';
import { TRIGGER } from '../drawing/place.ts';
import type { LineTone, Mark } from '../editor/marks.ts';
import type { PanelProps } from '../editor/SidePanel.tsx';
import { type Editor, remember } from '../editor/use-editor.ts';
import { useView, type View } from '../editor/view.ts';
import { draftOfVersion, useVersions } from '../queries.ts';
import { useWords } from '../words.ts';
import styles from './Panels.module.css';

/** The versions. The one that is chosen is compared with what is edited, in the graph and as a list. */
export function VersionsPanel({ editor, address, onOpen }: PanelProps) {
  const { t } = useLingui();
  const { automation } = editor;
  const { data: versions, error, refetch } = useVersions(automation.id);
  if (error)
    return (
      <div className={styles.panel}>
        <ErrorState title={t`Versions could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!versions) return <SkeletonRows count={4} />;
  const chosen = versions.find(({ id }) => id === address.version);
  return (
    <div className={styles.panel}>
      {chosen ? (
        <Compared key={chosen.id} editor={editor} version={chosen} onOpen={onOpen} />
      ) : (
        <p className={styles.muted}>{t`Choose a version to compare it with what you see.`}</p>
      )}
      <ul className={styles.list} aria-label={t`Versions`}>
        {versions.map(({ id, number, createdAt }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.row}
              aria-current={id === address.version ? 'true' : undefined}
              onClick={() => onOpen({ panel: 'versions', version: id })}
            >
              <span className={styles.grow}>{t`Version ${number}`}</span>
              {id === automation.activeVersionId && <Badge tone="ok">{t`Live`}</Badge>}
              <RelativeTime at={createdAt} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ComparedProps = { editor: Editor; version: types.AutomationVersion; onOpen: PanelProps['onOpen'] };

function Compared({ editor, version, onOpen }: ComparedProps) {
  const { t } = useLingui();
  const words = useWords();
  const { draft, isEditable, change } = editor;
  const older = useMemo(() => draftOfVersion(version), [version]);
  const comparison = useMemo(() => compareDrafts(older, draft), [older, draft]);
  useView(useMemo(() => viewOf(comparison, older, draft), [comparison, older, draft]));
  const changed = comparison.steps.filter(({ id }) => comparison.changes.get(id) !== 'same');
  const names = { added: t`added`, removed: t`removed`, changed: t`changed`, same: '' };
  const count = changed.length + Number(comparison.isTriggerChanged);
  return (
    <section className={styles.details} aria-label={t`Comparison`}>
      <p>
        <b>{t`Since version ${version.number}`}</b>{' '}
        <span className={styles.muted}>
          <Plural value={count} _0="nothing changed" one="# change" other="# changes" />
        </span>
      </p>
      <ul className={styles.changes}>
        {comparison.isTriggerChanged && <li>{t`The trigger, or the first step, changed.`}</li>}
        {changed.map(({ id }) => {
          const kind = comparison.changes.get(id) ?? 'same';
          const paths = comparison.fields.get(id) ?? [];
          return (
            <li key={id}>
              <b dir="ltr">{id}</b> {names[kind]}
              {paths.length > 0 && `: ${paths.map((path) => words.field(path.split('.')[0] ?? path)).join(', ')}`}
            </li>
          );
        })}
      </ul>
      {isEditable && (
        <div className={styles.buttons}>
          <Button
            size="small"
            onClick={() => {
              change({ do: 'replace', draft: older });
              onOpen({});
            }}
          >{t`Edit from this version`}</Button>
          <PublishButton editor={editor} version={version} />
        </div>
      )}
    </section>
  );
}

function PublishButton({ editor: { automation }, version }: Omit<ComparedProps, 'onOpen'>) {
  const { t } = useLingui();
  const { client } = useSession();
  if (version.id === automation.activeVersionId && automation.status === 'active') return null;
  const publish = async () => {
    try {
      remember(await client.automations.publish(automation.id, { versionId: version.id }));
      toast({ text: t`Version ${version.number} is live` });
    } catch (error) {
      toastError(t`The version was not published`, error);
    }
  };
  return <Button size="small" onClick={() => void publish()}>{t`Publish version ${version.number}`}</Button>;
}

/** The newer definition, with the steps and lines that only the older one has. */
function viewOf({ steps, changes, lines, isTriggerChanged }: ReturnType<typeof compareDrafts>, older: Draft, newer: Draft): View {
  const boxes = new Map<string, Mark>();
  for (const [id, change] of changes) if (change !== 'same') boxes.set(id, { tone: change });
  if (isTriggerChanged) boxes.set(TRIGGER, { tone: 'changed' });
  const newerIds = new Set(newer.steps.map(({ id }) => id));
  const gone = older.steps
    .filter(({ id }) => newerIds.has(id))
    .flatMap(exitsOf)
    .filter((exit) => exit.target !== undefined && lines.get(lineId(exit)) === 'removed');
  const tones = new Map<string, LineTone>(lines);
  const extra = gone.map((exit): Line => {
    return { id: lineId(exit), source: exit.stepId, path: exit.path, target: exit.target ?? '', isNamed: true };
  });
  const layout = Object.keys(newer.layout).length > 0 ? { ...older.layout, ...newer.layout } : {};
  return { trigger: newer.trigger, steps, layout, marks: { boxes, lines: tones }, lines: extra };
}
