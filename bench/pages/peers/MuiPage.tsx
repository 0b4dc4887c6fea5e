/** The landing page made of MUI components, as its documentation shows them. */
import AppBar from '@mui/material/AppBar';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import CssBaseline from '@mui/material/CssBaseline';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { start } from './start';
import { sites, substances, words } from './words';

const theme = createTheme({ palette: { primary: { main: '#0b5a66' } } });

export function MuiPage() {
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <AppBar position="static" color="default">
        <Toolbar sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Link href="/" variant="h6" underline="none" color="inherit" sx={{ flexGrow: 1 }}>
            {words.brand}
          </Link>
          <Button href="?lang=es" lang="es">
            {words.otherLanguage}
          </Button>
          <Button href="/login">{words.logIn}</Button>
          <Button href="/register" variant="outlined">
            {words.register}
          </Button>
        </Toolbar>
      </AppBar>
      <Container component="main" sx={{ py: 4 }}>
        <Stack spacing={4}>
          <Hero />
          <StartForm />
        </Stack>
      </Container>
      <Container component="footer" sx={{ py: 4 }}>
        <Typography>{words.copyright}</Typography>
      </Container>
    </ThemeProvider>
  );
}

function Hero() {
  return (
    <>
      <Box>
        <Typography variant="h3" component="h1">
          {words.title}
        </Typography>
        <Typography sx={{ my: 2, fontSize: '1.25rem' }} color="textSecondary">
          {words.lead}
        </Typography>
        <Button href="#form" variant="contained">
          {words.getStarted}
        </Button>
        <Typography variant="body2" sx={{ mt: 2 }}>
          {words.emergency}
        </Typography>
      </Box>
      <Paper sx={{ p: 3 }}>
        <Typography variant="h6" component="h2">
          {words.stepsTitle}
        </Typography>
        <ol>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Paper>
    </>
  );
}

function StartForm() {
  const [chosen, setChosen] = useState<string[]>([]);
  const [site, setSite] = useState<string | null>(null);
  const [news, setNews] = useState('');
  const next = (event: FormEvent) => {
    event.preventDefault();
    setNews(chosen.length > 0 && site ? words.chosen : words.missing);
  };
  return (
    <Stack component="form" id="form" spacing={2} onSubmit={next}>
      <Typography variant="body2">{words.progress}</Typography>
      <Typography variant="h5" component="h2">
        {words.startTitle}
      </Typography>
      <Autocomplete
        multiple
        options={substances}
        value={chosen}
        onChange={(_event, value) => setChosen(value)}
        renderInput={(params) => <TextField {...params} label={words.substance} />}
      />
      <Autocomplete
        options={sites}
        value={site}
        onChange={(_event, value) => setSite(value)}
        renderInput={(params) => <TextField {...params} label={words.site} />}
      />
      <Typography role="status">{news}</Typography>
      <Box>
        <Button type="submit" variant="contained">
          {words.next}
        </Button>
      </Box>
    </Stack>
  );
}

start(<MuiPage />);
