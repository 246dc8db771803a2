import { useId, useState } from 'react';
import { useAddToken } from '../../../queries/people.ts';
import { Field } from '../../../ui/field.tsx';
import { InlineForm } from '../../../ui/inline-form.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const LIVES = [
  { value: 'none', label: 'Until it is revoked' },
  { value: '7', label: 'A week' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
] as const;

/** What a new token is for, what it opens and how long. */
export function NewToken({
  person,
  onMade,
  onClose,
}: {
  person: string | null;
  onMade: (text: string) => void;
  onClose: () => void;
}) {
  const add = useAddToken(person);
  const id = useId();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'full' | 'read'>('full');
  const [life, setLife] = useState<(typeof LIVES)[number]['value']>('90');
  const submit = () => {
    const body = { name: name.trim(), scope, days: life === 'none' ? null : Number(life) };
    add.mutate(body, {
      onSuccess: ({ text }) => {
        onMade(text);
        onClose();
      },
    });
  };
  return (
    <InlineForm
      action="Make it"
      isReady={name.trim() !== '' && !add.isPending}
      error={add.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="For what" htmlFor={id}>
          <TextField
            id={id}
            label="For what"
            placeholder="Laptop"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label="Opens">
          <Select
            label="Opens"
            value={scope}
            onChange={setScope}
            choices={[
              { value: 'full', label: 'Everything' },
              { value: 'read', label: 'Reading only' },
            ]}
          />
        </Field>
        <Field label="For how long">
          <Select label="For how long" value={life} onChange={setLife} choices={LIVES} />
        </Field>
      </div>
    </InlineForm>
  );
}
