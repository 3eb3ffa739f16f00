import { useLingui } from '@lingui/react/macro';
import { ChartNoAxesColumn } from 'lucide-react';
import { useMemo } from 'react';
import { EmptyState, ErrorState, SkeletonRows } from '../../../kit/index.ts';
import { TRIGGER } from '../drawing/place.ts';
import { visitsOf } from '../drawing/visits.ts';
import type { Mark } from '../editor/marks.ts';
import type { PanelProps } from '../editor/SidePanel.tsx';
import { useView } from '../editor/view.ts';
import { useStepCounts } from '../queries.ts';
import { useWords } from '../words.ts';
import styles from './Panels.module.css';

/** How many runs came to each step in the last 30 days: as numbers in the graph, and as a table. */
export function FunnelPanel({ editor: { automation, draft } }: PanelProps) {
  const { t, i18n } = useLingui();
  const words = useWords();
  const { data, error, refetch } = useStepCounts(automation.id);
  const visits = useMemo(() => visitsOf(data ?? []), [data]);
  const first = visits.get(draft.steps[0]?.id ?? '') ?? 0;
  useView(
    useMemo(() => {
      const boxes = new Map<string, Mark>(draft.steps.map(({ id }) => [id, { count: visits.get(id) ?? 0 }]));
      boxes.set(TRIGGER, { count: first });
      return { ...draft, marks: { boxes, lines: new Map() } };
    }, [draft, visits, first]),
  );
  if (error)
    return (
      <div className={styles.panel}>
        <ErrorState title={t`Counts could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <SkeletonRows count={4} />;
  if (data.length === 0)
    return (
      <EmptyState
        icon={<ChartNoAxesColumn size={20} aria-hidden />}
        title={t`No runs in the last 30 days`}
        text={t`Publish the automation. Each step then shows how many runs came to it.`}
      />
    );
  const most = Math.max(1, ...visits.values());
  return (
    <div className={styles.panel}>
      <table className={styles.funnel}>
        <caption>{t`Runs of the last 30 days`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Step`}</th>
            <th scope="col" className={styles.end}>{t`Runs`}</th>
            <th scope="col" className={styles.end}>{t`Share`}</th>
          </tr>
        </thead>
        <tbody>
          {draft.steps.map(({ id, type }) => {
            const count = visits.get(id) ?? 0;
            return (
              <tr key={id}>
                <td>
                  <span className={styles.stepName} dir="ltr">
                    {id}
                  </span>
                  <meter className={styles.bar} min={0} max={most} value={count} aria-label={words.stepKind(type)} />
                </td>
                <td className={styles.end}>{i18n.number(count)}</td>
                <td className={styles.end}>
                  {first > 0 ? i18n.number(count / first, { style: 'percent', maximumFractionDigits: 0 }) : '–'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
