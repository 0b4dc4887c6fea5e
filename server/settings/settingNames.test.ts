import { describe, expect, it } from 'vitest';
import { findMistypedSettings } from './settingNames';
import { readSettings, SETTING_NAMES } from './settings';

const meantBy = (...given: string[]) => findMistypedSettings(given, SETTING_NAMES);

describe('a mistyped setting', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['JWT_SECERT', 'JWT_SECRET'],
    ['JWT_SECRETS', 'JWT_SECRET'],
    ['DATADIR', 'DATA_DIR'],
    ['BRAND_COLOUR', 'BRAND_COLOR'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['SUPERUSER_PASWORD', 'SUPERUSER_PASSWORD'],
    ['ALLOWED_ORIGIN', 'ALLOWED_ORIGINS'],
    ['EMAIL_FROM', 'MAIL_FROM'],
    ['IDLE_MINUTE', 'IDLE_MINUTES'],
    ['SETTING_FILE', 'SETTINGS_FILE'],
  ])('%s stops the start and suggests %s', (name, meant) => {
    const act = () => readSettings({ [name]: 'postgres://u:hidden@db.example/desk' });
    expect(act).toThrow(`  ${name}: is not a setting. Did you mean ${meant}?`);
    expect(act).not.toThrow('hidden');
  });

  it('is ignored without a value, or when the setting itself is given', () => {
    expect(() => readSettings({ DATABSE_URL: ' ' })).not.toThrow();
    expect(() =>
      readSettings({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://127.0.0.1/desk' }),
    ).not.toThrow();
  });
});

/** Variables that platforms set, by their documentation. Where these contain service names, the names resemble our settings. */
const PLATFORMS = {
  systemd:
    'PATH LANG HOME LOGNAME USER SHELL INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY RUNTIME_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY SYSTEMD_EXEC_PID NOTIFY_SOCKET WATCHDOG_USEC MAINPID MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE LISTEN_FDS EXIT_CODE EXIT_STATUS SERVICE_RESULT',
  shell:
    'HOSTNAME HOSTTYPE PWD OLDPWD TERM TERM_PROGRAM SHLVL MAIL EDITOR VISUAL PAGER LS_COLORS LC_ALL LC_CTYPE TZ TMPDIR DISPLAY SSH_TTY SSH_CONNECTION SUDO_USER SUDO_UID SUDO_COMMAND XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_DIRS XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS COLORTERM NO_COLOR FORCE_COLOR http_proxy HTTPS_PROXY NO_PROXY ALL_PROXY',
  docker: 'NODE_VERSION YARN_VERSION NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS container',
  npm: 'npm_config_user_agent npm_config_loglevel npm_config_data_dir npm_package_name npm_lifecycle_event npm_node_execpath npm_config_public_url INIT_CWD NODE COLOR',
  kubernetes:
    'KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR REFERRAL_DESK_PORT REFERRAL_DESK_SERVICE_HOST DATABASE_PORT DATABASE_SERVICE_HOST SMTP_PORT SMTP_SERVICE_PORT SMTP_PORT_25_TCP API_PORT LOGO_PORT TRUST_PORT DATA_PORT MAIL_PORT',
  postgres:
    'PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE PGSSLMODE PGDATA POSTGRES_DB POSTGRES_USER POSTGRES_PASSWORD POSTGRES_URL',
  ci: 'CI GITHUB_ACTIONS GITHUB_API_URL GITHUB_SERVER_URL RUNNER_TEMP CI_API_V4_URL CI_SERVER_URL GITLAB_CI BUILD_URL JOB_URL BRANCH_NAME GIT_BRANCH JENKINS_URL CHANGE_URL WORKSPACE EXECUTOR_NUMBER NODE_NAME NODE_LABELS JOB_NAME TRAVIS_BRANCH',
  others:
    'DYNO HEROKU_APP_NAME RAILWAY_PUBLIC_DOMAIN RENDER_EXTERNAL_URL FLY_APP_NAME APP_URL BASE_URL SITE_URL REDIS_URL AMQP_URL MONGO_URL APP_SECRET SESSION_SECRET JWT_KEY API_KEY API_TOKEN LOG_FORMAT LOG_FILE LOG_DIR SMTP_HOST SMTP_USER SMTP_PASS MAIL_HOST MAIL_TO DATABASE_HOST DATABASE_USER DATABASE_NAME DATABASE_PORT PUBLIC_KEY PUBLIC_IP TERMINAL EXIT_ON_ERROR SITE',
};

describe('the environment', () => {
  it.each(Object.entries(PLATFORMS))('of %s never stops the start', (_platform, names) => {
    expect(meantBy(...names.split(' '))).toEqual([]);
  });

  it('of this process never stops the start', () => {
    expect(meantBy(...Object.keys(process.env))).toEqual([]);
  });
});
