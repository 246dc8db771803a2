import { useSettings } from '../../../queries/settings.ts';
import { settingAnchor } from '../search/setting-anchor.ts';
import { SETTING_PLACES } from '../setting-controls.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { Row } from './row.tsx';
import { SettingControl } from './setting-control.tsx';

/** A setting for everyone, saved as it is changed. */
export function SettingRow({ name }: { name: string }) {
  const { data } = useSettings();
  const { save, problems } = useSaveSettings();
  const shown = data?.values.find(({ key }) => key === name);
  const place = SETTING_PLACES[name];
  if (shown === undefined || place === undefined) return null;
  const { title, description, value, from } = shown;
  return (
    <Row
      id={settingAnchor(name)}
      title={title}
      help={description}
      changed={from === 'global'}
      problem={problems[name]}
      onReset={() => void save({ [name]: null }, `${title}: default`)}
    >
      <SettingControl
        control={place.control}
        label={title}
        value={value}
        invalid={problems[name] !== undefined}
        onChange={(next) => void save({ [name]: next }, title)}
      />
    </Row>
  );
}
