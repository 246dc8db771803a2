import { Bell } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Group } from '../row/group.tsx';
import { Row } from '../row/row.tsx';
import { SettingRows } from '../row/setting-row.tsx';

/** What people are told while they work. */
export function NotificationsSection() {
  return (
    <Group title="Condensing">
      <SettingRows page="notifications" />
      <DesktopNotifications />
    </Group>
  );
}

const WORDS: Readonly<Record<NotificationPermission, string>> = {
  granted: 'Allowed',
  denied: 'Blocked by the browser',
  default: 'Not asked yet',
};

/** The browser decides about notifications outside the page; here one can only ask. */
function DesktopNotifications() {
  const [permission, setPermission] = useState<NotificationPermission | null>(
    'Notification' in window ? Notification.permission : null,
  );
  if (permission === null) return null;
  return (
    <Row
      id="setting-desktop-notifications"
      title="Outside this page"
      help="Lets the browser tell you when a context was condensed while another tab is open."
      {...(permission === 'denied' ? { fixed: 'the browser' } : {})}
    >
      <span className="text-ink-soft text-sm">{WORDS[permission]}</span>
      {permission === 'default' && (
        <Button small icon={<Bell />} label="Allow" onClick={async () => setPermission(await Notification.requestPermission())} />
      )}
    </Row>
  );
}
