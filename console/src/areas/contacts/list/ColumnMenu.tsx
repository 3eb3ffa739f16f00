import { useLingui } from '@lingui/react/macro';
import { Columns3 } from 'lucide-react';
import { IconButton, Menu } from '../../../kit/index.ts';
import { useFieldTitles } from '../../../people/filter/use-words.ts';
import { useAttributes } from '../../../people/queries.ts';
import { builtInColumns, readColumns, toggleColumn } from './address.ts';

type Props = { columns: string | undefined; onChange: (columns: string | undefined) => void };

export function ColumnMenu({ columns, onChange }: Props) {
  const { t } = useLingui();
  const titles = useFieldTitles();
  const attributes = useAttributes() ?? [];
  const shown = readColumns(columns, attributes);
  const item = (column: string, label: string) => ({
    label,
    checked: shown.includes(column),
    onSelect: () => onChange(toggleColumn(shown, column, attributes)),
  });
  return (
    <Menu
      align="end"
      trigger={<IconButton label={t`Columns`} icon={<Columns3 size={16} aria-hidden />} />}
      items={[
        { heading: t`Columns` },
        ...builtInColumns.map((column) => item(column, titles[column] ?? column)),
        ...(attributes.length > 0 ? [{ heading: t`Attributes` }] : []),
        ...attributes.map(({ externalId, name }) => item(`attributes.${externalId}`, name)),
      ]}
    />
  );
}
