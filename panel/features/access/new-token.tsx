import { t } from '@lingui/core/macro';
import { useTeamMutation } from '../../api/hooks.ts';
import { Panel } from '../../components/panel.tsx';
import { accessTokensCreateDocument } from './generated.ts';
import { SecretForm } from './secret-form.tsx';

/** Creates a token for developing apps, the only thing tokens can be used for. */
export function NewToken() {
  const { mutateAsync, isPending, error } = useTeamMutation(accessTokensCreateDocument);
  const make = async (name: string) => {
    const { accessTokenCreate } = await mutateAsync({ input: { name, abilities: ['develop-apps'] } });
    return accessTokenCreate.token;
  };
  return (
    <Panel title={t`New access token`}>
      <SecretForm
        label={t`Token name`}
        placeholder={t`My laptop`}
        submit={t`Create token`}
        secretLabel={t`access token`}
        {...{ make, isPending, error }}
      />
    </Panel>
  );
}
