import { useLingui } from '@lingui/react/macro';
import { useSession } from '../../../app/session/use-session.ts';
import { Button, confirm, toast, toastError } from '../../../kit/index.ts';
import { EditForm } from '../form/EditForm.tsx';
import { FormField } from '../form/FormField.tsx';
import { useForm } from '../form/use-form.ts';
import type { Resource } from './define-resource.ts';
import styles from './Resource.module.css';
import { useResource } from './use-resource.ts';

type Props<Item extends { id: string }, Values extends object> = {
  resource: Resource<Item, Values>;
  /** Null: a new entry. */
  item: Item | null;
  readOnly: boolean;
  onCreated: (item: Item) => void;
  onDeleted: () => void;
};

/** Creates, changes or deletes an entry of a resource. */
export function ResourceForm<Item extends { id: string }, Values extends object>(props: Props<Item, Values>) {
  const { resource, item, onCreated } = props;
  const { t, i18n } = useLingui();
  const { client } = useSession();
  const { reload } = useResource(resource);
  const { create, update } = resource.api(client);
  const readOnly = props.readOnly || (item !== null && (!update || (resource.isLocked?.(item) ?? false)));

  const save = async (values: Values) => {
    const saved = item ? await update?.(item.id, values, item) : await create(values);
    await reload();
    if (!item && saved) onCreated(saved);
    toast({ text: item ? t`Saved` : t`Added` });
  };
  const form = useForm({
    initial: resource.toValues(item),
    names: [...resource.fields.map(({ name }) => name), ...(resource.innerNames ?? [])],
    save,
  });

  const edit = (
    <EditForm
      form={form}
      verb={item ? t`Save` : i18n._(resource.add)}
      busyVerb={t`Saving`}
      failed={t`This could not be saved`}
      readOnly={readOnly && !item}
      isAlwaysEnabled={!item}
      actions={item && !props.readOnly && <DeleteButton {...props} item={item} />}
      hasNoSubmit={readOnly}
    >
      {resource.fields.map((row) => (
        <FormField key={row.name} row={row} form={form} isNew={item === null} disabled={readOnly} />
      ))}
    </EditForm>
  );
  return (
    <>
      {item && resource.Intro && <resource.Intro item={item} onChanged={reload} />}
      {resource.Aside ? (
        <div className={styles.withAside}>
          {edit}
          <resource.Aside values={form.values} />
        </div>
      ) : (
        edit
      )}
    </>
  );
}

function DeleteButton<Item extends { id: string }, Values extends object>({
  resource,
  item,
  onDeleted,
}: Props<Item, Values> & { item: Item }) {
  const { t, i18n } = useLingui();
  const { api, reload } = useResource(resource);
  const { verb, text, typed = false, isAllowed = () => true } = resource.deletion;
  if (!isAllowed(item)) return null;
  const name = resource.nameOf(item);
  const remove = async () => {
    const isConfirmed = await confirm({
      title: `${i18n._(verb)}: ${name}`,
      text: i18n._(text),
      confirm: i18n._(verb),
      danger: true,
      ...(typed && { typed: { label: t`Type “${name}” to confirm`, value: name } }),
    });
    if (!isConfirmed) return;
    try {
      await api.remove(item.id);
      onDeleted();
      await reload();
      toast({ text: t`${name} is gone` });
    } catch (error) {
      toastError(t`${name} could not be deleted`, error);
    }
  };
  return (
    <Button look="dangerQuiet" data-at="start" onClick={() => void remove()}>
      {i18n._(verb)}
    </Button>
  );
}
