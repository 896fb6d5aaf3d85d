//! The suite is proved on a toy: sound, it keeps every law; with any one fault planted, the right law catches it.

#[cfg(test)]
mod caught;
#[cfg(test)]
mod sound;
#[cfg(test)]
mod toy;
