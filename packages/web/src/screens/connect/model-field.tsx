import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** One of the models a provider lists; where it lists none, its name. */
export function ModelField({
  label,
  models,
  model,
  onChange,
}: {
  label: string;
  models: readonly string[];
  model: string;
  onChange: (model: string) => void;
}) {
  if (models.length === 0)
    return <TextField label={label} value={model} placeholder="Name of the model" className="w-56" onChange={onChange} />;
  return (
    <Select
      label={label}
      value={model}
      onChange={onChange}
      className="w-56"
      choices={models.map((value) => ({ value, label: value }))}
    />
  );
}
