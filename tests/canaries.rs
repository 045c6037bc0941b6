//! What must not come out comes out of no channel: credentials and hidden characters are planted at random places of
//! documents of every format, and searched in everything that the program writes (SECURITY.md).

#[cfg(test)]
mod canaries {
    mod channels;
    mod credentials;
    mod laws;
    mod planting;
}
