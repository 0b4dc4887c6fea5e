import { MuiPage } from './MuiPage';
import { start } from './start';

start(<MuiPage />);
