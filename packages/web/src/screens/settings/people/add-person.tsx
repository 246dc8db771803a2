import { type FormEvent, useState } from 'react';
import { useAddPerson } from '../../../queries/people.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Somebody's name and what they may; their first token comes with it. */
export function AddPerson({ onMade, onClose }: { onMade: (text: string) => void; onClose: () => void }) {
  const add = useAddPerson();
  const [name, setName] = useState('');
  const [role, setRole] = useState<'user' | 'admin'>('user');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { name: name.trim(), role },
      {
        onSuccess: ({ text }) => {
          onMade(text);
          onClose();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="my-3 grid gap-3 rounded-xl border border-line p-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Name" htmlFor="person-name">
          <TextField id="person-name" label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Role" help="Administrators add people, share profiles and may name addresses of models.">
          <Select
            label="Role"
            value={role}
            onChange={setRole}
            choices={[
              { value: 'user', label: 'User' },
              { value: 'admin', label: 'Administrator' },
            ]}
          />
        </Field>
      </div>
      {add.isError && <ProblemNotice error={add.error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={name.trim() === '' || add.isPending}>
          Add
        </Button>
      </div>
    </form>
  );
}
