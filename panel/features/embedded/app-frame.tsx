import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { frame, query, readAppSession } from '../../api/client.ts';
import { RequestFailed } from '../../api/errors.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { useTeam } from '../../layout/session.tsx';
import classes from './embedded.module.css';
import { embeddedAppProblemDocument } from './generated.ts';
import { answerTokenRequests } from './token-requests.ts';

interface AppFrameProps {
  /** Slug. */
  readonly app: string;
  readonly name: string;
  /** Page address from the app's manifest. */
  readonly url: string;
}

/**
 * Allows scripts, popups and forms, but not navigation of the top window. The frame keeps its origin, because
 * without one, messages can't reach it.
 */
const SANDBOX = 'allow-scripts allow-popups allow-forms allow-same-origin';

/** A page that hasn't loaded by then is reported. */
const LOADS_WITHIN_MS = 15_000;

/** The app's page, opened with a session token and supplied with fresh tokens while it's shown. */
export function AppFrame({ app, name, url }: AppFrameProps) {
  const { slug: team } = useTeam();
  const client = useQueryClient();
  const [page] = useState(() => new URL(url)); // a later version's page loads on the next visit
  const iframe = useRef<HTMLIFrameElement>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isLate, setLate] = useState(false);
  // Browsers hide from this document why another site's frame stays empty. Runs while the page loads, once.
  const { data: checked } = useQuery({
    queryKey: ['app page problem', team, app],
    queryFn: () => query(embeddedAppProblemDocument, { slug: app }, team),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { data: token, error } = useQuery({
    queryKey: ['app session', team, app],
    queryFn: () => readAppSession(app, team),
    staleTime: Number.POSITIVE_INFINITY, // another token would reload the page
    gcTime: 0,
    retry: false,
  });

  // This document can only frame the app that it was loaded for; here, the router opened the page without a
  // reload.
  const isForeign = token !== undefined && frame.app !== app;
  useEffect(() => {
    if (isForeign) location.reload();
  }, [isForeign]);

  const { origin } = page;
  useEffect(
    () =>
      answerTokenRequests({
        origin,
        window: () => iframe.current?.contentWindow ?? null,
        readToken: () => readAppSession(app, team),
        onProblem(trouble) {
          setProblem(trouble);
          // The app may have been uninstalled: refetch all team data, including the navigation.
          if (trouble) void client.invalidateQueries({ queryKey: [team] });
        },
      }),
    [app, team, origin, client],
  );

  const isOpening = token !== undefined && !isForeign && !isLoaded;
  useEffect(() => {
    if (!isOpening) return;
    const timer = setTimeout(() => setLate(true), LOADS_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isOpening]);

  if (error) return <ErrorNote error={error} onRetry={() => location.reload()} />;
  if (token === undefined || isForeign) return <Loading label={t`Opening ${name}`} />;
  const src = new URL(page);
  src.searchParams.set('session', token);
  const cause = checked?.install?.appPageProblem ?? null;
  const late = isLate && !isLoaded ? t`${name} hasn't loaded yet.` : null;
  const trouble = cause ?? late;
  return (
    <>
      <ErrorNote error={problem} />
      <ErrorNote
        error={trouble === null ? null : new RequestFailed(0, trouble)}
        onRetry={() => location.reload()}
      />
      <iframe
        ref={iframe}
        title={name}
        src={src.href}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        className={classes.frame}
        onLoad={() => setLoaded(true)}
      />
    </>
  );
}
