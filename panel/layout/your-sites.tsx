import { t } from '@lingui/core/macro';
import { AppShell, Menu, NavLink } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTeamQuery } from '../api/hooks.ts';
import { storefrontUrl } from '../format/storefront-url.ts';
import { navigationSitesDocument } from './generated.ts';
import classes from './layout.module.css';

/** Link to the team's site as guests see it, or a menu of several; hidden until there's one. */
export function YourSites() {
  const { data } = useTeamQuery(navigationSitesDocument, {});
  const open = data?.storefronts.filter(({ status }) => status !== 'closed') ?? [];
  const sites = open.toSorted((a, b) => Number(a.sandbox) - Number(b.sandbox));
  const [first] = sites;
  if (!first) return null;
  const icon = <IconExternalLink size={18} stroke={1.6} aria-hidden />;
  const common = { className: classes.link ?? '', leftSection: icon };
  return (
    <AppShell.Section p="sm" className={classes.sites ?? ''}>
      {sites.length === 1 ? (
        <NavLink component="a" label={t`View your site`} {...linkTo(first.domain)} {...common} />
      ) : (
        <Menu position="top-start" width="target">
          <Menu.Target>
            <NavLink component="button" type="button" label={t`View your sites`} {...common} />
          </Menu.Target>
          <Menu.Dropdown>
            {sites.map(({ id, name, domain, sandbox }) => (
              <Menu.Item key={id} component="a" {...linkTo(domain)}>
                {sandbox ? t`${name} (sandbox)` : name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </AppShell.Section>
  );
}

const linkTo = (domain: string) =>
  ({ href: storefrontUrl(domain, '/'), target: '_blank', rel: 'noreferrer' }) as const;
