import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Link2 } from 'lucide-react';
import {
  Button,
  EmptyState,
  ErrorState,
  Notice,
  Page,
  PageHeader,
  SkeletonRows,
  saveCsv,
  toast,
  toCsv,
  WideText,
} from '../../kit/index.ts';
import {
  type Address,
  addDays,
  bucketOf,
  daysBetween,
  fullAddress,
  isDurationMetric,
  type Report,
  readAddress,
  toReport,
} from './address.ts';
import { FilterBar } from './FilterBar.tsx';
import type { Figure } from './figures.ts';
import { useFigures } from './queries.ts';
import { ReportChart } from './ReportChart.tsx';
import styles from './Reports.module.css';
import { ReportTable } from './ReportTable.tsx';
import { Tiles } from './Tiles.tsx';
import { useByWords, useGroupingWords, useKeyWords, useMetricWords } from './use-words.ts';

/** The API reads an hour of each day for 31 days at most. */
const MOST_DAYS_BY_HOUR = 31;

export function ReportsPage() {
  const { t } = useLingui();
  const address = useSearch({ from: '/frame/reports' });
  const navigate = useNavigate();
  const report = toReport(address, new Date(), Intl.DateTimeFormat().resolvedOptions().timeZone);
  const change = (changes: Partial<Address>) =>
    void navigate({ to: '/reports', search: readAddress({ ...address, ...changes }) });
  const isTooLong = report.by === 'hour' && daysBetween(report.from, report.to) > MOST_DAYS_BY_HOUR;
  return (
    <Page pad header={<Header report={report} />}>
      <div className={styles.page}>
        <FilterBar report={report} onChange={change} />
        <Tiles report={report} onChoose={(metric) => change({ metric })} />
        {isTooLong ? (
          <Notice
            tone="warn"
            title={t`By hour of the day, a report covers at most 31 days`}
            action={
              <Button size="small" onClick={() => change({ from: addDays(report.to, 1 - MOST_DAYS_BY_HOUR), to: report.to })}>
                {t`Show the last 31 days`}
              </Button>
            }
          />
        ) : (
          <Body report={report} />
        )}
      </div>
    </Page>
  );
}

function Body({ report }: { report: Report }) {
  const { t } = useLingui();
  const { data, error, refetch } = useFigures(report);
  const words = useMetricWords()[report.metric];
  const byWords = useByWords()[report.by];
  if (error) return <ErrorState title={t`The report could not be read`} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  const isEmpty = data.every(({ count, value }) => count === 0 && !value);
  return (
    <section className={styles.report} aria-label={words.name}>
      <header>
        <h2 className={styles.heading}>{`${words.name} ${byWords}`}</h2>
        <p className={styles.muted}>{words.text}</p>
      </header>
      {isEmpty ? (
        <EmptyState title={t`Nothing was counted in this time`} text={t`Choose a longer time, or take a filter off.`} />
      ) : (
        <>
          <ReportChart report={report} figures={data} />
          <ReportTable report={report} figures={data} />
        </>
      )}
    </section>
  );
}

function Header({ report }: { report: Report }) {
  const { t } = useLingui();
  const { data } = useFigures(report);
  const keyWords = useKeyWords(report, bucketOf(report));
  const grouping = useGroupingWords()[report.by];
  const metric = useMetricWords()[report.metric].name;
  const download = () =>
    saveCsv(csvOf(report, data ?? [], { grouping, metric, keyWords }), `${report.metric}-${report.from}-${report.to}.csv`);
  const copy = () => {
    const link = new URL(location.href);
    link.search = new URLSearchParams(Object.entries(fullAddress(report))).toString();
    void navigator.clipboard
      .writeText(link.href)
      .then(() => toast({ text: t`Link copied`, detail: t`It shows these days and filters to every colleague.` }));
  };
  return (
    <PageHeader title={t`Reports`}>
      <Button icon={<Link2 size={16} aria-hidden />} onClick={copy}>
        <WideText>{t`Copy link`}</WideText>
      </Button>
      <Button icon={<Download size={16} aria-hidden />} disabled={!data} onClick={download}>
        <WideText>{t`Download as CSV`}</WideText>
      </Button>
    </PageHeader>
  );
}

type CsvWords = { grouping: string; metric: string; keyWords: (key: string) => string };

/** Numbers are written as numbers, so that a spreadsheet can calculate with them; durations in seconds. */
function csvOf({ metric, by }: Report, figures: readonly Figure[], words: CsvWords): string {
  const isPlain = !isDurationMetric(metric) && metric !== 'sla' && metric !== 'ratings';
  const number = (value: number | null) => (value === null ? '' : String(Math.round(value * 1_000) / 1_000));
  const head = [
    words.grouping,
    'count',
    ...(isPlain ? [] : [words.metric]),
    ...(isDurationMetric(metric) ? ['median', 'p90'] : []),
  ];
  return toCsv([
    head,
    ...figures.map(({ key, count, value, p50, p90 }) => [
      by === 'time' ? new Date(Number(key) * 1_000).toISOString() : words.keyWords(key),
      String(count),
      ...(isPlain ? [] : [number(value)]),
      ...(isDurationMetric(metric) ? [number(p50), number(p90)] : []),
    ]),
  ]);
}
