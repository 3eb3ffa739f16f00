import { useLingui } from '@lingui/react/macro';
import type { types } from '@patchbay/sdk';
import { Select } from '../../kit/index.ts';
import { useFieldTitles } from '../filter/use-words.ts';
import styles from './Csv.module.css';
import type { Mapping } from './suggest-mapping.ts';
import type { Preview } from './use-preview.ts';

type Props = {
  preview: Preview;
  mapping: Mapping;
  attributes: readonly types.Attribute[];
  /** Names of variables that a column can be, where the lines are recipients of a campaign. */
  variables?: readonly string[];
  onChange: (mapping: Mapping) => void;
};

const NOT_IMPORTED = 'none';
const fields = ['firstName', 'lastName', 'phoneNumber', 'email', 'labels'];

/** One row for each column of the file: its name, its first values, and its field. */
export function MappingTable({ preview, mapping, attributes, variables = [], onChange }: Props) {
  const { t } = useLingui();
  const titles = useFieldTitles();
  const options = [
    { value: NOT_IMPORTED, label: t`Do not import` },
    ...fields.map((field) => ({ value: field, label: titles[field] ?? field })),
    ...attributes.map(({ externalId, name }) => ({ value: `attributes.${externalId}`, label: name, hint: t`attribute` })),
    ...variables.map((name) => ({ value: `variables.${name}`, label: name, hint: t`variable` })),
  ];
  const choose = (column: string, target: string) => {
    const { [column]: _replaced, ...rest } = mapping;
    onChange(target === NOT_IMPORTED ? rest : { ...rest, [column]: target });
  };
  return (
    <table className={styles.mapping}>
      <thead>
        <tr>
          <th scope="col">{t`Column in the file`}</th>
          <th scope="col">{t`First values`}</th>
          <th scope="col">{t`Becomes`}</th>
        </tr>
      </thead>
      <tbody>
        {preview.header.map((column, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file have places, and names can repeat
          <tr key={i}>
            <th scope="row">
              <bdi>{column || t`(no name)`}</bdi>
            </th>
            <td className={styles.values}>
              {preview.rows.map((row, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no ids
                <bdi key={line} className={styles.sample}>
                  {row[i] || '·'}
                </bdi>
              ))}
            </td>
            <td>
              <Select
                name={t`Field of the column ${column}`}
                disabled={column === ''}
                value={mapping[column] ?? NOT_IMPORTED}
                options={options}
                onChange={(target) => choose(column, target)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
