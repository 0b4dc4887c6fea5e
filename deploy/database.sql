-- Run once by the image postgres, as its superuser and before anyone can connect, while the database's folder is empty. Creates the
-- servers' role and database: the role owns its database, which suffices for the tables and pg_trgm, and is no superuser, which could
-- read files and run programs. Without containers, run it in psql 15 or later as postgres, with the variable set.
\getenv password REFERRAL_DESK_PASSWORD
create role referral_desk login nosuperuser nocreatedb nocreaterole password :'password';
create database referral_desk owner referral_desk template template0 encoding 'UTF8' locale 'C.UTF-8';
